package io.interlude.benchmark.redecision;

import static java.util.Objects.requireNonNull;

import com.sun.management.OperatingSystemMXBean;
import io.interlude.benchmark.selection.BookedCatalogue;
import io.interlude.benchmark.selection.Shape;
import io.interlude.benchmark.selection.TargetingTrees;
import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Moment;
import io.interlude.domain.conversation.ConversationView;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.frequency.FrequencyFold;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.selection.Selection;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.domain.simulation.SimulatedRequest;
import io.interlude.domain.simulation.SimulatedRow;
import io.interlude.domain.simulation.Simulation;
import io.interlude.journal.decision.DecisionCodec;
import io.interlude.journal.history.OrderedPreparation;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.BillOn;
import io.interlude.schema.DecisionEvent;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.PriceModel;
import io.interlude.schema.client.SchemaRegistryClient;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.serde.AvroDeserializer;
import io.interlude.schema.serde.AvroSerdeConfig;
import io.interlude.schema.serde.AvroSerializer;
import io.interlude.schema.serde.TrustedClasses;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/// Serves seeded requests, writes their records, and times how they are read and decided again:
/// with nothing changed, and with a change. On the threads that the product takes for it, and
/// without Kafka. Arguments: requests (1,000,000), line items (20) and threads (one a core).
public final class SimulationBenchmark {
    private static final int CHUNK = 10_000;
    private static final OperatingSystemMXBean MACHINE =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final int WARM_UP = 50_000;
    private static final int DAY_MILLIS = 86_400_000;

    /// As the product gives a simulation.

    private static final long SEED = 7;

    private static final Instant START = Instant.parse("2026-06-10T00:00:00Z");

    private final PreparedCatalogue then;
    private final int requests;
    private final int threads;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Traffic traffic = new Traffic();
    private final AvroSerializer<SpecificRecord> serializer;
    private final AvroDeserializer<SpecificRecord> deserializer;

    private SimulationBenchmark(PreparedCatalogue then, int requests, int threads) {
        this.then = then;
        this.requests = requests;
        this.threads = threads;
        SchemaRegistryClient registry =
                new InProcessSchemaRegistryClient(SchemaRegistry.load(new InMemorySchemaJournal()));
        this.serializer = new AvroSerializer<>(registry, AvroSerdeConfig.specific());
        this.deserializer = new AvroDeserializer<>(registry, AvroSerdeConfig.specific());
    }

    public static void main(String[] arguments) {
        TrustedClasses.install();
        int requests = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        int lineItems = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20;
        int threads =
                arguments.length > 2
                        ? Integer.parseInt(arguments[2])
                        : Runtime.getRuntime().availableProcessors();
        OrgCatalogue catalogue = BookedCatalogue.of(Shape.CAPPED, lineItems, SEED);
        PreparedCatalogue then = PreparedCatalogue.compile(catalogue);
        PreparedCatalogue changed = PreparedCatalogue.compile(catalogue);
        System.out.println(
                "| change | requests | line items | filled | bytes each | s | us each | CPU us each |");
        System.out.println("|---|---|---|---|---|---|---|---|");
        for (PreparedCatalogue played : List.of(then, changed)) {
            new SimulationBenchmark(then, WARM_UP, threads).run("(warm-up)", played, System.out);
            new SimulationBenchmark(then, requests, threads)
                    .run(played == then ? "none" : "another copy", played, System.out);
        }
    }

    private void run(String change, PreparedCatalogue changed, PrintStream out) {
        Simulation simulation = new Simulation(START, changed != then, _ -> {});
        long nanos = 0;
        long cpuNanos = 0;
        long bytes = 0;
        try (OrderedPreparation<Recorded, Prepared> preparation =
                new OrderedPreparation<>(
                        Math.max(1, threads - 1),
                        record -> Optional.of(prepared(record, changed)),
                        prepared -> simulation.add(prepared.request(), prepared.fetchId()))) {
            for (int done = 0; done < requests; done += CHUNK) {
                List<Recorded> chunk = new ArrayList<>(CHUNK);
                for (int i = done; i < Math.min(requests, done + CHUNK); i++) {
                    chunk.add(recorded(START.plusMillis((long) DAY_MILLIS * i / requests)));
                }
                bytes += chunk.stream().mapToLong(record -> record.bytes().remaining()).sum();
                long began = System.nanoTime();
                long cpuBegan = MACHINE.getProcessCpuTime();
                chunk.forEach(preparation::add);
                preparation.finish();
                nanos += System.nanoTime() - began;
                cpuNanos += MACHINE.getProcessCpuTime() - cpuBegan;
            }
        }
        long filled = simulation.actual().stream().mapToLong(SimulatedRow::fetches).sum();
        if (!simulation.simulated().equals(simulation.actual())) {
            throw new IllegalStateException("not what happened: " + simulation.simulated());
        }
        out.printf(
                "| %s | %d | %d | %d | %d | %.1f | %.1f | %.1f |%n",
                change,
                requests,
                then.all().size(),
                filled,
                bytes / requests,
                nanos / 1e9,
                nanos / 1e3 / requests,
                cpuNanos / 1e3 / requests);
    }

    private Prepared prepared(Recorded record, PreparedCatalogue changed) {
        Optional<RecordedDecision> decision =
                switch (read(record)) {
                    case AdFetched fetched -> DecisionCodec.read(fetched);
                    case AdNotFilled notFilled -> DecisionCodec.read(notFilled);
                    default -> throw new IllegalStateException("no request: " + record.topic());
                };
        return new Prepared(
                new SimulatedRequest(decision.orElseThrow(), record.subscriber(), then, changed),
                record.fetchId());
    }

    private SpecificRecord read(Recorded record) {
        return requireNonNull(
                deserializer.deserialize(record.topic(), record.bytes().array()), "no record");
    }

    private record Recorded(String topic, ByteBuffer bytes, String subscriber, String fetchId) {}

    private record Prepared(SimulatedRequest request, String fetchId) {}

    private Recorded recorded(Instant at) {
        String subscriber = "subscriber-" + random.nextInt(Math.max(1, requests / 20));
        long seed = random.nextLong(RecordedDecision.SEEDS);
        SelectionInput input = traffic.input(subscriber, at);
        SelectionOutcome outcome =
                Selection.decide(then, input, traffic, new SplittableRandom(seed));
        RecordedDecision decision = RecordedDecision.of(then, null, input, seed, outcome);
        DecisionEvent event = event(outcome);
        String fetchId = "native-" + seed;
        event.setEventId(fetchId);
        event.setOrgId("acme");
        event.setFetchId(fetchId);
        event.setSubscriber(subscriber);
        event.setOccurredAt(at);
        event.setReceivedAt(at);
        DecisionCodec.write(decision, event);
        if (outcome instanceof SelectionOutcome.Served served) {
            traffic.count(served, subscriber, at);
        }
        Topic<?> topic =
                outcome instanceof SelectionOutcome.Served ? Topics.FETCHES : Topics.NO_FILLS;
        byte[] bytes = requireNonNull(serializer.serialize(topic.name(), event), "no bytes");
        return new Recorded(topic.name(), ByteBuffer.wrap(bytes), subscriber, fetchId);
    }

    private static DecisionEvent event(SelectionOutcome outcome) {
        return switch (outcome) {
            case SelectionOutcome.Served served -> {
                AdFetched fetched = new AdFetched();
                fetched.setEventType(EventType.fetch);
                fetched.setSource(EventSource.fetch);
                fetched.setCampaignId(served.lineItem().campaign().id().value());
                fetched.setLineItemId(served.lineItem().lineItem().id().value());
                fetched.setCreativeId(served.creative().id().value());
                fetched.setRotationEpoch(served.rotation().epoch());
                fetched.setRotationSequence(served.rotation().sequence());
                fetched.setPriceModel(PriceModel.cpm);
                fetched.setCurrency("USD");
                fetched.setTimeZone("UTC");
                fetched.setFrequencyScopes(List.of());
                fetched.setConversionGoals(List.of());
                fetched.setBillOn(BillOn.fetch);
                yield fetched;
            }
            case SelectionOutcome.NotServed not -> {
                AdNotFilled notFilled = new AdNotFilled();
                notFilled.setEventType(EventType.no_fill);
                notFilled.setSource(EventSource.fetch);
                notFilled.setReason(not.reason().wireName());
                yield notFilled;
            }
        };
    }

    /// The ads served by then.
    private final class Traffic implements ServingState {
        private final Map<String, SubscriberCounters> counters = new HashMap<>();
        private final Map<LineItemId, Spent> spent = new HashMap<>();

        SelectionInput input(String subscriber, Instant at) {
            return new SelectionInput(
                    BookedCatalogue.AD_UNIT,
                    null,
                    AdFormat.NATIVE,
                    TargetingTrees.REQUEST,
                    at,
                    new FrequencyView.Counted(
                            counters.getOrDefault(subscriber, SubscriberCounters.NONE)),
                    Moment.of(new ContextReading.NoContext()),
                    ConversationView.NONE,
                    _ -> false,
                    Set.of(),
                    false);
        }

        void count(SelectionOutcome.Served served, String subscriber, Instant at) {
            SubscriberCounters before = counters.getOrDefault(subscriber, SubscriberCounters.NONE);
            counters.put(
                    subscriber,
                    FrequencyFold.advance(
                            before,
                            then.advances(
                                    BookedCatalogue.AD_UNIT,
                                    served.lineItem(),
                                    served.creative().id()),
                            at,
                            before.appliedOffset() + 1));
            long micros = served.lineItem().lineItem().price().fetchMicros();
            @Nullable Spent known = spent.get(served.lineItem().lineItem().id());
            spent.put(
                    served.lineItem().lineItem().id(),
                    (known == null ? Spent.NOTHING : known).plus(true, micros));
        }

        @Override
        public Spent spent(LineItemId lineItemId, long epochDay) {
            return spent.getOrDefault(lineItemId, Spent.NOTHING);
        }

        @Override
        public Engagement engagement(CreativeId creativeId) {
            return Engagement.NONE;
        }
    }
}
