package io.interlude.ingest.harness;

import io.interlude.journal.append.DiskShareUsedUpException;
import io.interlude.journal.append.Journal;
import io.interlude.journal.append.JournalPosition;
import io.interlude.journal.availability.JournalUnavailableException;
import io.interlude.schema.topic.Topic;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/// A journal that keeps what it gets, refuses it, or never answers. Takes only records that can be
/// written as Avro.
public final class InMemoryJournal implements Journal {
    public static final int PARTITIONS = 12;

    private final List<Appended> appended = new CopyOnWriteArrayList<>();
    private volatile Mood mood = Mood.WORKING;

    /// How it answers.
    public enum Mood {
        WORKING,
        REFUSING,
        /// Every org has written its share of the disk.
        USED_UP,
        SILENT
    }

    /// One record that it got.
    ///
    /// @param thread name of the one that appended it
    public record Appended(
            Topic<?> topic,
            int partition,
            @Nullable String key,
            SpecificRecord value,
            String thread) {}

    @Override
    public <V extends SpecificRecord> CompletableFuture<JournalPosition> append(
            Topic<V> topic, int partition, @Nullable String key, V value) {
        return switch (mood) {
            case WORKING -> {
                requireWritable(value);
                String thread = Thread.currentThread().getName();
                appended.add(new Appended(topic, partition, key, value, thread));
                yield CompletableFuture.completedFuture(
                        new JournalPosition(partition, appended.size()));
            }
            case REFUSING ->
                    CompletableFuture.failedFuture(
                            new JournalUnavailableException(new TimeoutException("away")));
            case USED_UP -> CompletableFuture.failedFuture(new DiskShareUsedUpException());
            case SILENT -> new CompletableFuture<>();
        };
    }

    private static void requireWritable(SpecificRecord value) {
        BinaryEncoder encoder =
                EncoderFactory.get().binaryEncoder(OutputStream.nullOutputStream(), null);
        try {
            new SpecificDatumWriter<SpecificRecord>(
                            value.getSchema(), SpecificData.getForClass(value.getClass()))
                    .write(value, encoder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public int partitionCount() {
        return PARTITIONS;
    }

    public void become(Mood newMood) {
        mood = newMood;
    }

    public void forget() {
        appended.clear();
    }

    public List<Appended> appended() {
        return List.copyOf(appended);
    }

    /// The records of one topic.
    public <V extends SpecificRecord> List<V> of(Topic<V> topic) {
        return appended.stream()
                .filter(entry -> entry.topic().equals(topic))
                .map(entry -> topic.valueType().cast(entry.value()))
                .toList();
    }
}
