package io.interlude.aggregate.topology;

import io.interlude.aggregate.engagement.CreativeEngagementCodec;
import io.interlude.aggregate.matching.ParkedEvents;
import io.interlude.aggregate.order.OrderProcessor;
import io.interlude.aggregate.pacing.LineItemSpendCodec;
import io.interlude.aggregate.partial.PartialSums;
import io.interlude.aggregate.partial.ReachProcessor;
import io.interlude.aggregate.partial.RollupProcessor;
import io.interlude.aggregate.partial.SumProcessor;
import io.interlude.aggregate.state.PreCommitHook;
import io.interlude.aggregate.state.RunningStores;
import io.interlude.aggregate.state.StateSerde;
import io.interlude.domain.identity.FetchId;
import io.interlude.schema.CreativeEngagement;
import io.interlude.schema.EventRejected;
import io.interlude.schema.FetchState;
import io.interlude.schema.LineItemSpend;
import io.interlude.schema.OrderClaim;
import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import io.interlude.schema.SubscriberFrequency;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Branched;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/// Wires the two stages: journal partitions to partial sums, and these to the sums of line items,
/// creatives and report cells. See ADR 1.
public final class AggregationTopology {
    /// The journal's events, and whose state is to be dropped.
    public static final List<Topic<?>> FOLDED =
            Stream.concat(Topics.folded().stream(), Stream.of(Topics.ERASED_SUBSCRIBERS)).toList();

    /// How far another clock may be ahead. Brokers take none further, unless they are told to.
    private static final Duration LEAD_MAX = Duration.ofHours(1);

    private static final String PARTIAL_SUMS = "partial-sums";

    /// Comes after the others in the order of names: by that sub-topologies are numbered, and those
    /// that groups have keep their numbers.
    private static final String REPORTED_ORDERS = "reported-orders";

    private static final String[] JOURNAL_STORES = {
        StoreNames.SUBSCRIBER_FREQUENCIES,
        StoreNames.FETCHES,
        StoreNames.COUNTED_EVENTS,
        StoreNames.PARKED_EVENTS,
        StoreNames.PENDING_SUMS,
        PreCommitHook.nameOf(StoreNames.PENDING_SUMS)
    };

    private final TopicSerdes serdes;
    private final int partitionCount;
    private final FoldConfig config;
    private final FoldSources sources;
    private final FoldMetrics metrics;
    private final RunningStores running;

    private AggregationTopology(
            TopicSerdes serdes,
            int partitionCount,
            FoldConfig config,
            FoldSources sources,
            FoldMetrics metrics,
            RunningStores running) {
        this.serdes = serdes;
        this.partitionCount = partitionCount;
        this.config = config;
        this.sources = sources;
        this.metrics = metrics;
        this.running = running;
    }

    /// The topology for a journal of so many partitions.
    ///
    /// @param running is told of the stores of subscribers' counters that run here
    public static Topology build(
            TopicSerdes serdes,
            int partitionCount,
            FoldConfig config,
            FoldSources sources,
            MeterRegistry registry,
            RunningStores running) {
        return new AggregationTopology(
                        serdes, partitionCount, config, sources, new FoldMetrics(registry), running)
                .build();
    }

    private Topology build() {
        StreamsBuilder builder = new StreamsBuilder();
        addStores(builder);
        Map<String, KStream<String, SpecificRecord>> folded = split(foldJournal(builder));
        sinkRejected(branch(folded, "folded-rejected"));
        sinkSums(
                branch(folded, "folded-sums")
                        .repartition(
                                Repartitioned.with(Serdes.String(), PartialSums.serde())
                                        .withName(PARTIAL_SUMS)
                                        .withNumberOfPartitions(partitionCount)));
        giveOrders(branch(folded, "folded-orders"));
        return builder.build();
    }

    private KStream<String, SpecificRecord> foldJournal(StreamsBuilder builder) {
        Serde<JournalRecord> values =
                Serdes.serdeFrom(
                        (_, _) -> {
                            throw new UnsupportedOperationException("the journal is only read");
                        },
                        new JournalDeserializer(FOLDED, serdes));
        return builder.stream(
                        FOLDED.stream().map(Topic::name).toList(),
                        Consumed.with(Serdes.String(), values)
                                .withName("journal")
                                .withTimestampExtractor(this::time))
                .process(
                        () -> new JournalFoldProcessor(config, sources, metrics, running),
                        Named.as("journal-fold"),
                        JOURNAL_STORES);
    }

    /// The record's time, as far as it can be one. A time far ahead would be that of its partition
    /// from then on, and everything that is kept would be too old.
    private long time(ConsumerRecord<Object, Object> record, long partitionTime) {
        long latest = sources.clock().millis() + LEAD_MAX.toMillis();
        return record.timestamp() < 0
                ? Math.max(0, partitionTime)
                : Math.min(record.timestamp(), latest);
    }

    /// Rejections, claims of orders, and partial sums, which are the rest.
    private static Map<String, KStream<String, SpecificRecord>> split(
            KStream<String, SpecificRecord> folded) {
        return folded.split(Named.as("folded-"))
                .branch((_, value) -> value instanceof EventRejected, Branched.as("rejected"))
                .branch((_, value) -> value instanceof OrderClaim, Branched.as("orders"))
                .defaultBranch(Branched.as("sums"));
    }

    private void sinkRejected(KStream<String, SpecificRecord> rejected) {
        rejected.mapValues(EventRejected.class::cast, Named.as("rejected"))
                .to(
                        Topics.REJECTED.name(),
                        Produced.with(Serdes.String(), serdes.of(Topics.REJECTED))
                                .withStreamPartitioner(new FetchPartitioner<>())
                                .withName("ads-rejected"));
    }

    /// What fetches are told of the orders that they claim is a part of the journal: so whoever
    /// reads that counts the same.
    private void giveOrders(KStream<String, SpecificRecord> claims) {
        claims.repartition(
                        Repartitioned.with(Serdes.String(), OrderProcessor.claims())
                                .withName(REPORTED_ORDERS)
                                .withNumberOfPartitions(partitionCount))
                .process(
                        () -> new OrderProcessor(StoreNames.REPORTED_ORDERS),
                        Named.as("give-orders"),
                        StoreNames.REPORTED_ORDERS)
                .to(
                        Topics.CORRECTIONS.name(),
                        Produced.with(Serdes.String(), serdes.of(Topics.CORRECTIONS))
                                .withStreamPartitioner(new FetchPartitioner<>())
                                .withName("ads-corrections"));
    }

    private void sinkSums(KStream<String, SpecificRecord> partials) {
        Map<String, KStream<String, SpecificRecord>> branches =
                partials.split(Named.as("partial-"))
                        .branch((_, value) -> value instanceof LineItemSpend, Branched.as("spends"))
                        .branch(
                                (_, value) -> value instanceof CreativeEngagement,
                                Branched.as("engagements"))
                        .branch((_, value) -> value instanceof ReachCell, Branched.as("reach"))
                        .defaultBranch(Branched.as("cells"));
        sink(
                branch(branches, "partial-spends")
                        .process(
                                () ->
                                        new SumProcessor<>(
                                                StoreNames.LINE_ITEM_SPENDS,
                                                LineItemSpend.class,
                                                LineItemSpendCodec::sum),
                                Named.as("sum-spends"),
                                StoreNames.LINE_ITEM_SPENDS,
                                PreCommitHook.nameOf(StoreNames.LINE_ITEM_SPENDS)),
                Topics.PACING,
                "state-pacing");
        sink(
                branch(branches, "partial-engagements")
                        .process(
                                () ->
                                        new SumProcessor<>(
                                                StoreNames.CREATIVE_ENGAGEMENTS,
                                                CreativeEngagement.class,
                                                CreativeEngagementCodec::sum),
                                Named.as("sum-engagements"),
                                StoreNames.CREATIVE_ENGAGEMENTS,
                                PreCommitHook.nameOf(StoreNames.CREATIVE_ENGAGEMENTS)),
                Topics.ENGAGEMENT,
                "state-engagement");
        sink(
                branch(branches, "partial-cells")
                        .process(
                                () -> new RollupProcessor(StoreNames.ROLLUP_CELLS),
                                Named.as("sum-cells"),
                                StoreNames.ROLLUP_CELLS,
                                PreCommitHook.nameOf(StoreNames.ROLLUP_CELLS)),
                Topics.ROLLUPS,
                "state-rollups");
        sumReach(branch(branches, "partial-reach"));
    }

    /// Sketches stay in their store: they are of use to nobody who has not this build's code.
    private static void sumReach(KStream<String, SpecificRecord> partials) {
        partials.process(
                () -> new ReachProcessor(StoreNames.REACH_CELLS),
                Named.as("sum-reach"),
                StoreNames.REACH_CELLS,
                PreCommitHook.nameOf(StoreNames.REACH_CELLS));
    }

    private <V extends SpecificRecord> void sink(
            KStream<String, V> sums, Topic<V> topic, String name) {
        sums.to(topic.name(), Produced.with(Serdes.String(), serdes.of(topic)).withName(name));
    }

    private static KStream<String, SpecificRecord> branch(
            Map<String, KStream<String, SpecificRecord>> branches, String name) {
        KStream<String, SpecificRecord> branch = branches.get(name);
        if (branch == null) {
            throw new IllegalStateException("no branch " + name);
        }
        return branch;
    }

    private static void addStores(StreamsBuilder builder) {
        builder.addStateStore(
                persistent(
                        StoreNames.SUBSCRIBER_FREQUENCIES,
                        Serdes.String(),
                        StateSerde.of(List.of(SubscriberFrequency.class))));
        builder.addStateStore(
                persistent(
                        StoreNames.FETCHES,
                        Serdes.Bytes(),
                        StateSerde.of(List.of(FetchState.class))));
        builder.addStateStore(
                persistent(StoreNames.COUNTED_EVENTS, Serdes.Bytes(), Serdes.ByteArray()));
        builder.addStateStore(
                persistent(StoreNames.PARKED_EVENTS, Serdes.Bytes(), ParkedEvents.serde()));
        builder.addStateStore(
                Stores.keyValueStoreBuilder(
                                Stores.inMemoryKeyValueStore(StoreNames.PENDING_SUMS),
                                Serdes.String(),
                                PartialSums.serde())
                        .withLoggingEnabled(Map.of()));
        builder.addStateStore(PreCommitHook.builder(StoreNames.PENDING_SUMS));
        addSums(builder, StoreNames.LINE_ITEM_SPENDS, Serdes.String(), LineItemSpend.class);
        addSums(
                builder,
                StoreNames.CREATIVE_ENGAGEMENTS,
                Serdes.String(),
                CreativeEngagement.class);
        addSums(builder, StoreNames.REACH_CELLS, Serdes.Bytes(), ReachCell.class);
        addSums(builder, StoreNames.ROLLUP_CELLS, Serdes.Bytes(), RollupCell.class);
        builder.addStateStore(
                persistent(StoreNames.REPORTED_ORDERS, Serdes.Bytes(), Serdes.ByteArray()));
    }

    private static void addSums(
            StreamsBuilder builder,
            String name,
            Serde<?> keySerde,
            Class<? extends SpecificRecord> type) {
        builder.addStateStore(persistent(name, keySerde, StateSerde.of(List.of(type))));
        builder.addStateStore(PreCommitHook.builder(name));
    }

    private static <K, V> StoreBuilder<?> persistent(
            String name, Serde<K> keySerde, Serde<V> valueSerde) {
        return Stores.keyValueStoreBuilder(
                        Stores.persistentKeyValueStore(name), keySerde, valueSerde)
                .withLoggingEnabled(Map.of());
    }

    /// The partition of the record's fetch, else the one that the producer chooses.
    private static final class FetchPartitioner<V> implements StreamPartitioner<String, V> {
        @Override
        public Optional<Set<Integer>> partitions(
                String topic, String key, V value, int partitionCount) {
            return Optional.ofNullable(key)
                    .flatMap(FetchId::parse)
                    .map(FetchId::partition)
                    .filter(partition -> partition < partitionCount)
                    .map(Set::of);
        }
    }
}
