package io.interlude.kit.outbox;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/// A producer that answers when the test says so, on a thread of its own and holding no lock, as
/// the real one does. The plain mock answers inside its own lock, which a sender may be waiting
/// for.
final class ScriptedProducer extends MockProducer<String, byte[]> {
    private final ExecutorService answering =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());

    ScriptedProducer(Cluster cluster) {
        super(cluster, false, null, new StringSerializer(), new ByteArraySerializer());
    }

    @Override
    public synchronized Future<RecordMetadata> send(
            ProducerRecord<String, byte[]> record, Callback callback) {
        return super.send(
                record,
                (metadata, error) ->
                        answering.execute(() -> callback.onCompletion(metadata, error)));
    }

    /// Acknowledges the oldest record, and returns when that was heard.
    boolean acknowledgeNext() {
        return heard(completeNext());
    }

    /// Refuses the oldest record, and returns when that was heard.
    boolean refuseNext(RuntimeException error) {
        return heard(errorNext(error));
    }

    private boolean heard(boolean answered) {
        CompletableFuture.runAsync(() -> {}, answering).join();
        return answered;
    }
}
