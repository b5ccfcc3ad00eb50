package io.interlude.benchmark.audit;

import io.interlude.benchmark.audit.Faults.Fault;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/// Reads records as they would be, had one been altered. Only the first read of the record that a
/// fault concerns finds it, and by its id every later one. Used by one thread.
final class AlteringDeserializer implements Deserializer<SpecificRecord> {
    private final Deserializer<SpecificRecord> genuine;
    private final Fault.@Nullable InJournal fault;
    private @Nullable Object alteredId;

    AlteringDeserializer(Deserializer<SpecificRecord> genuine, Fault.@Nullable InJournal fault) {
        this.genuine = genuine;
        this.fault = fault;
    }

    @Override
    public @Nullable SpecificRecord deserialize(String topic, byte[] bytes) {
        SpecificRecord record = genuine.deserialize(topic, bytes);
        if (fault == null || !(alteredId == null || alteredId.equals(record.get(0)))) {
            return record;
        }
        if (!fault.concerns().test(record)) {
            return record;
        }
        alteredId = record.get(0);
        return fault.altered().apply(record);
    }
}
