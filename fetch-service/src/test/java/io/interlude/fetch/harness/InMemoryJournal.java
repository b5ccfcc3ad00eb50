package io.interlude.fetch.harness;

import io.interlude.journal.append.DiskShareUsedUpException;
import io.interlude.journal.append.Journal;
import io.interlude.journal.append.JournalPosition;
import io.interlude.journal.availability.JournalUnavailableException;
import io.interlude.schema.topic.Topic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/// A journal that keeps what it gets, or refuses it, or keeps it and is slow to say so. Takes only
/// records that can be written as Avro.
public final class InMemoryJournal implements Journal {
    public static final int PARTITIONS = 4;

    private final List<Appended> appended = new ArrayList<>();
    private final List<Runnable> held = new ArrayList<>();
    private Mood mood = Mood.WORKING;

    /// How it answers.
    public enum Mood {
        WORKING,
        REFUSING,
        /// Every org has written its share of the disk.
        USED_UP,
        /// Keeps the record, and says so when [#answer] is called.
        HOLDING
    }

    /// One record that it got.
    public record Appended(
            Topic<?> topic, JournalPosition position, @Nullable String key, SpecificRecord value) {
        /// The record as Avro.
        public byte[] bytes() {
            return written(value);
        }
    }

    @Override
    public synchronized <V extends SpecificRecord> CompletableFuture<JournalPosition> append(
            Topic<V> topic, int partition, @Nullable String key, V value) {
        if (mood == Mood.REFUSING) {
            return CompletableFuture.failedFuture(
                    new JournalUnavailableException(new TimeoutException("away")));
        }
        var _ = written(value);
        // Gaps in the offsets, as transactions and other subscribers leave them.
        JournalPosition position = new JournalPosition(partition, 10L * appended.size() + 7);
        appended.add(new Appended(topic, position, key, value));
        if (mood == Mood.WORKING) {
            return CompletableFuture.completedFuture(position);
        }
        CompletableFuture<JournalPosition> later = new CompletableFuture<>();
        held.add(() -> later.complete(position));
        return later;
    }

    @Override
    public synchronized void requireRoom(String orgId) {
        if (mood == Mood.USED_UP) {
            throw new DiskShareUsedUpException();
        }
    }

    private static byte[] written(SpecificRecord value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            new SpecificDatumWriter<SpecificRecord>(
                            value.getSchema(), SpecificData.getForClass(value.getClass()))
                    .write(value, EncoderFactory.get().directBinaryEncoder(bytes, null));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    @Override
    public int partitionCount() {
        return PARTITIONS;
    }

    public synchronized void become(Mood newMood) {
        mood = newMood;
    }

    /// Says of everything that was held that it is kept.
    public void answer() {
        List<Runnable> ready;
        synchronized (this) {
            ready = List.copyOf(held);
            held.clear();
        }
        ready.forEach(Runnable::run);
    }

    public synchronized List<Appended> appended() {
        return List.copyOf(appended);
    }

    /// The records of one topic.
    public <V extends SpecificRecord> List<V> of(Topic<V> topic) {
        return appended().stream()
                .filter(entry -> entry.topic().equals(topic))
                .map(entry -> topic.valueType().cast(entry.value()))
                .toList();
    }
}
