package io.interlude.report.attribution;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.projection.TopicReader;
import io.interlude.schema.AdFetched;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.interlude.state.query.AppliedJournal;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/// Reads the conversions of one org from Kafka, from the journal's beginning on.
public final class KafkaOrgFold implements OrgFold {
    private final OrgConversions conversions;
    private final TopicReader reader;
    private volatile boolean closed;

    private KafkaOrgFold(
            OrgId orgId,
            AttributionMemory.OfOrg memory,
            KafkaClients kafka,
            AppliedJournal applied,
            InstantSource clock,
            MeterRegistry meters) {
        ServedFetches fetches =
                new ServedFetches(kafka::replayConsumer, kafka.outlineDeserializer());
        conversions =
                new OrgConversions(orgId, memory, new KafkaLookup(kafka, fetches), applied, clock);
        reader =
                new TopicReader(
                        "attributions",
                        OrgConversions.TOPICS,
                        () -> kafka.projectionConsumer("attributions"),
                        kafka.deserializer(),
                        conversions,
                        meters);
    }

    /// Begins to read.
    ///
    /// @param memory that the org's versions may hold
    /// @param applied tells when the booked cells count what was read
    public static OrgFold begin(
            OrgId orgId,
            AttributionMemory.OfOrg memory,
            KafkaClients kafka,
            AppliedJournal applied,
            InstantSource clock,
            MeterRegistry meters) {
        KafkaOrgFold fold = new KafkaOrgFold(orgId, memory, kafka, applied, clock, meters);
        fold.reader.start();
        return fold;
    }

    @Override
    public OrgConversions conversions() {
        return conversions;
    }

    @Override
    public void await(Map<TopicPartition, Long> placeToEnd, Duration deadline) {
        Map<TopicPartition, Long> own = new HashMap<>(placeToEnd);
        List<String> topics = OrgConversions.TOPICS.stream().map(Topic::name).toList();
        own.keySet().removeIf(place -> !topics.contains(place.topic()));
        try {
            reader.whenShown(own).get(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new StateUnavailableException("the version is behind the journal", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StateUnavailableException("interrupted", e);
        }
    }

    @Override
    public void close() {
        closed = true;
        reader.close();
    }

    private final class KafkaLookup implements OrgConversions.Lookup {
        private final KafkaClients kafka;
        private final ServedFetches fetches;

        KafkaLookup(KafkaClients kafka, ServedFetches fetches) {
            this.kafka = kafka;
            this.fetches = fetches;
        }

        @Override
        public long size(Collection<Topic<?>> topics) {
            try (Consumer<String, byte[]> consumer = kafka.replayConsumer()) {
                int partitions = consumer.partitionsFor(Topics.FETCHES.name()).size();
                List<TopicPartition> places =
                        topics.stream()
                                .flatMap(topic ->
                                        IntStream.range(0, partitions)
                                                .mapToObj(partition ->
                                                        new TopicPartition(
                                                                topic.name(), partition)))
                                .toList();
                long ends = sum(consumer.endOffsets(places));
                return ends - sum(consumer.beginningOffsets(places));
            }
        }

        private static long sum(Map<TopicPartition, Long> offsets) {
            return offsets.values().stream().mapToLong(Long::longValue).sum();
        }

        @Override
        public void find(
                Collection<FetchId> wanted,
                BiConsumer<FetchId, AdFetched> taker,
                DoubleConsumer progress) {
            fetches.find(wanted, taker, progress, () -> closed);
        }
    }
}
