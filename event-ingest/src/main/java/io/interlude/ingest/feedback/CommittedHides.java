package io.interlude.ingest.feedback;

import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/// Asks the broker how far the aggregator has committed: what it has committed, every answer about
/// the subscriber's counters includes. So whoever was told that an ad is hidden is not shown it by
/// a fetch that follows, whichever instance decides. The client is made when it is needed first.
public final class CommittedHides implements HideEffect, AutoCloseable {
    /// Several commits of the aggregator. Feedback that is durable is answered then in any case.
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(25);

    private final Supplier<Admin> admins;
    private final String applicationId;

    /// Looked up once for all that wait at the same time.
    private final Map<TopicPartition, Mono<Long>> placeToCommitted = new ConcurrentHashMap<>();

    private @Nullable Admin admin;

    /// @param applicationId the aggregator's
    public CommittedHides(Supplier<Admin> admins, String applicationId) {
        this.admins = admins;
        this.applicationId = applicationId;
    }

    @Override
    public Mono<Void> when(int partition) {
        TopicPartition place = new TopicPartition(Topics.FEEDBACK.name(), partition);
        return end(place)
                .flatMap(end ->
                        placeToCommitted
                                .computeIfAbsent(place, _ -> committed(place).cache(POLL_INTERVAL))
                                .filter(committed -> committed >= end)
                                .repeatWhenEmpty(again -> again.delayElements(POLL_INTERVAL)))
                .timeout(LONGEST_WAIT)
                .onErrorComplete()
                .then();
    }

    private Mono<Long> end(TopicPartition place) {
        return Mono.defer(() ->
                mono(admin().listOffsets(
                                        Map.of(place, OffsetSpec.latest()),
                                        new ListOffsetsOptions().timeoutMs(timeoutMillis()))
                                .partitionResult(place))
                        .map(latest -> latest.offset()));
    }

    private Mono<Long> committed(TopicPartition place) {
        ListStreamsGroupOffsetsSpec ofPlace =
                new ListStreamsGroupOffsetsSpec().topicPartitions(List.of(place));
        return Mono.defer(() ->
                mono(admin().listStreamsGroupOffsets(
                                        Map.of(applicationId, ofPlace),
                                        new ListStreamsGroupOffsetsOptions()
                                                .timeoutMs(timeoutMillis()))
                                .partitionsToOffsetAndMetadata(applicationId))
                        .map(places -> offset(places.get(place))));
    }

    /// A partition without a commit is there, with null.
    private static long offset(@Nullable OffsetAndMetadata committed) {
        return committed == null ? 0 : committed.offset();
    }

    private static int timeoutMillis() {
        return Math.toIntExact(LONGEST_WAIT.toMillis());
    }

    private static <T> Mono<T> mono(KafkaFuture<T> answer) {
        return Mono.fromFuture(answer.toCompletionStage().toCompletableFuture());
    }

    private synchronized Admin admin() {
        Admin known = admin;
        if (known == null) {
            known = admins.get();
            admin = known;
        }
        return known;
    }

    @Override
    public synchronized void close() {
        if (admin != null) {
            admin.close(Duration.ofSeconds(1));
        }
    }
}
