package io.interlude.aggregate.topology;

import static java.util.Objects.requireNonNull;

import io.interlude.aggregate.rejected.Rejections;
import io.interlude.aggregate.rejected.Rejections.Place;
import io.interlude.aggregate.state.Failures;
import io.interlude.schema.EventRejected;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Rejects each failed record that no processor rejects itself: one of the repartition topic, or
/// one on which the rejection failed too. It goes to `ads.rejected` in the same transaction, by its
/// place, and the next record is read. Streams makes an object of this class for each use.
public final class RejectingHandler
        implements DeserializationExceptionHandler, ProcessingExceptionHandler {
    /// Name of the [Means] among the settings of Streams.
    public static final String MEANS = "interlude.rejections";

    private static final Logger LOG = LoggerFactory.getLogger(RejectingHandler.class);

    private @Nullable Means means;

    /// With what it rejects.
    public record Means(TopicSerdes serdes, MeterRegistry meters) {
        public Means {
            requireNonNull(serdes, "serdes is null");
            requireNonNull(meters, "meters is null");
        }
    }

    @Override
    public void configure(Map<String, ?> settings) {
        means = (Means) settings.get(MEANS);
    }

    @Override
    public DeserializationExceptionHandler.Response handleError(
            ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception failure) {
        return rejects(failure)
                ? DeserializationExceptionHandler.Response.resume(rejection(context, failure))
                : DeserializationExceptionHandler.Response.fail();
    }

    @Override
    public ProcessingExceptionHandler.Response handleError(
            ErrorHandlerContext context, @Nullable Record<?, ?> record, Exception failure) {
        return rejects(failure)
                ? ProcessingExceptionHandler.Response.resume(rejection(context, failure))
                : ProcessingExceptionHandler.Response.fail();
    }

    private boolean rejects(Exception failure) {
        return !Failures.mayPass(failure)
                && !(failure instanceof RuntimeException thrown
                        && means().serdes().retriable(thrown));
    }

    private List<ProducerRecord<byte[], byte[]>> rejection(
            ErrorHandlerContext context, Exception failure) {
        String topic = context.topic();
        LOG.error(
                "event=record_rejected topic={} partition={} offset={}",
                topic,
                context.partition(),
                context.offset(),
                failure);
        if (topic == null) {
            return List.of();
        }
        EventRejected rejected =
                Rejections.undeserializable(
                        "The record makes no sense: " + failure.getClass().getSimpleName(),
                        Instant.ofEpochMilli(context.timestamp()),
                        new Place(topic, context.partition(), context.offset()));
        new FoldMetrics(means().meters()).rejected();
        String to = Topics.REJECTED.name();
        return List.of(
                new ProducerRecord<>(
                        to,
                        means().serdes().of(Topics.REJECTED).serializer().serialize(to, rejected)));
    }

    private Means means() {
        return requireNonNull(means, "not configured");
    }
}
