package io.interlude.aggregate.state;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.streams.errors.StreamsException;

/// Tells a failure of one record, which is rejected and left behind, from one of brokers, stores
/// and the registry, after which the same record is read again.
public final class Failures {
    private Failures() {}

    /// Whether the failure says nothing of the record.
    public static boolean mayPass(Throwable failure) {
        return failure instanceof StreamsException
                || failure instanceof RetriableException
                || (failure instanceof KafkaException
                        && !(failure instanceof SerializationException));
    }

    /// Passes a failure on that says nothing of the record.
    public static void requireOfRecord(RuntimeException failure) {
        if (mayPass(failure)) {
            throw failure;
        }
    }
}
