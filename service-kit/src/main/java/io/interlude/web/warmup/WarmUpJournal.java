package io.interlude.web.warmup;

import io.interlude.journal.append.Journal;
import io.interlude.journal.append.JournalPosition;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.serde.AvroSerdeConfig;
import io.interlude.schema.serde.AvroSerializer;
import io.interlude.schema.topic.Topic;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/// Turns records into bytes as the real journal does, and writes them nowhere.
final class WarmUpJournal implements Journal {
    private final AvroSerializer<SpecificRecord> serializer =
            new AvroSerializer<>(
                    new InProcessSchemaRegistryClient(
                            SchemaRegistry.load(new InMemorySchemaJournal())),
                    AvroSerdeConfig.specific());
    private final AtomicLong offsets = new AtomicLong();
    private final int partitions;

    WarmUpJournal(int partitions) {
        this.partitions = partitions;
    }

    @Override
    public <V extends SpecificRecord> CompletableFuture<JournalPosition> append(
            Topic<V> topic, int partition, @Nullable String key, V value) {
        byte[] bytes = serializer.serialize(topic.name(), value);
        assert bytes.length > 0;
        return CompletableFuture.completedFuture(
                new JournalPosition(partition, offsets.getAndIncrement()));
    }

    @Override
    public int partitionCount() {
        return partitions;
    }
}
