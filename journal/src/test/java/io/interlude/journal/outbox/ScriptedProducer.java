package io.interlude.journal.outbox;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/// A producer that answers when the test says so. Kafka's mock calls back with its own lock held,
/// which the real producer never does; this one calls back without any.
final class ScriptedProducer extends MockProducer<String, byte[]> {
    private final Queue<Runnable> answers = new ConcurrentLinkedQueue<>();

    ScriptedProducer(Cluster cluster) {
        super(cluster, false, null, new StringSerializer(), new ByteArraySerializer());
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<String, byte[]> sent, Callback callback) {
        return super.send(
                sent, (metadata, e) -> answers.add(() -> callback.onCompletion(metadata, e)));
    }

    /// Acknowledges the earliest record that waits for it; false when none does.
    boolean acknowledgeNext() {
        boolean any = completeNext();
        answer();
        return any;
    }

    void failNext(RuntimeException cause) {
        errorNext(cause);
        answer();
    }

    private void answer() {
        for (Runnable next = answers.poll(); next != null; next = answers.poll()) {
            next.run();
        }
    }
}
