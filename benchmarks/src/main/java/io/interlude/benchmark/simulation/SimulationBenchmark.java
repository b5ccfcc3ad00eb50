package io.interlude.benchmark.simulation;

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
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.BillOn;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.PriceModel;
import io.interlude.schema.serde.TrustedClasses;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/// Serves seeded requests, writes their records, and times how they are read and decided again:
/// with nothing changed, and with a change. On one thread, and without Kafka. Arguments: requests
/// (1,000,000) and line items (20).
public final class SimulationBenchmark {
    private static final int CHUNK = 10_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 50_000;
    private static final int DAY_MILLIS = 86_400_000;
    private static final long BYTES = 1_024L * 1_024 * 1_024;
    private static final long SEED = 7;
    private static final Instant START = Instant.parse("2026-06-10T00:00:00Z");

    private final PreparedCatalogue then;
    private final int requests;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Traffic traffic = new Traffic();
    private final DatumReader<AdFetched> fetches =
            new SpecificDatumReader<>(AdFetched.getClassSchema());
    private final DatumReader<AdNotFilled> noFills =
            new SpecificDatumReader<>(AdNotFilled.getClassSchema());

    private SimulationBenchmark(PreparedCatalogue then, int requests) {
        this.then = then;
        this.requests = requests;
    }

    public static void main(String[] arguments) throws IOException {
        TrustedClasses.install();
        int requests = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        int lineItems = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20;
        OrgCatalogue catalogue = BookedCatalogue.of(Shape.CAPPED, lineItems, SEED);
        PreparedCatalogue then = PreparedCatalogue.compile(catalogue);
        PreparedCatalogue changed = PreparedCatalogue.compile(catalogue);
        System.out.println(
                "| change | requests | line items | filled | bytes each | s | us each | CPU us each |");
        System.out.println("|---|---|---|---|---|---|---|---|");
        new SimulationBenchmark(then, WARM_UP).run("none (warm-up)", then, System.out);
        new SimulationBenchmark(then, requests).run("none", then, System.out);
        new SimulationBenchmark(then, requests).run("another copy", changed, System.out);
    }

    private void run(String change, PreparedCatalogue changed, PrintStream out) throws IOException {
        Simulation simulation = new Simulation(START, changed != then, BYTES);
        long nanos = 0;
        long cpuNanos = 0;
        long bytes = 0;
        for (int done = 0; done < requests; done += CHUNK) {
            List<Recorded> chunk = new ArrayList<>(CHUNK);
            for (int i = done; i < Math.min(requests, done + CHUNK); i++) {
                chunk.add(recorded(START.plusMillis((long) DAY_MILLIS * i / requests)));
            }
            bytes += chunk.stream().mapToLong(record -> record.bytes().available()).sum();
            long began = System.nanoTime();
            long cpuBegan = THREADS.getCurrentThreadCpuTime();
            for (Recorded record : chunk) {
                play(record, changed, simulation);
            }
            nanos += System.nanoTime() - began;
            cpuNanos += THREADS.getCurrentThreadCpuTime() - cpuBegan;
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

    private void play(Recorded record, PreparedCatalogue changed, Simulation simulation)
            throws IOException {
        Optional<RecordedDecision> decision =
                record.filled()
                        ? DecisionCodec.read(read(record.bytes(), fetches))
                        : DecisionCodec.read(read(record.bytes(), noFills));
        simulation.add(
                new SimulatedRequest(decision.orElseThrow(), record.subscriber(), then, changed),
                record.fetchId());
    }

    private static <T extends SpecificRecordBase> T read(
            ByteArrayInputStream bytes, DatumReader<T> reader) throws IOException {
        return reader.read(null, DecoderFactory.get().binaryDecoder(bytes, null));
    }

    private record Recorded(
            ByteArrayInputStream bytes, boolean filled, String subscriber, String fetchId) {}

    private Recorded recorded(Instant at) throws IOException {
        String subscriber = "subscriber-" + random.nextInt(Math.max(1, requests / 20));
        long seed = random.nextLong(RecordedDecision.SEEDS);
        SelectionInput input = traffic.input(subscriber, at);
        SelectionOutcome outcome =
                Selection.decide(then, input, traffic, new SplittableRandom(seed));
        RecordedDecision decision = RecordedDecision.of(then, null, input, seed, outcome);
        SpecificRecordBase event = event(outcome);
        String fetchId = "native-" + seed;
        event.put("eventId", fetchId);
        event.put("orgId", "acme");
        event.put("fetchId", fetchId);
        event.put("subscriber", subscriber);
        event.put("occurredAt", at);
        event.put("receivedAt", at);
        DecisionCodec.write(decision, event);
        if (outcome instanceof SelectionOutcome.Served served) {
            traffic.count(served, subscriber, at);
        }
        return new Recorded(
                bytes(event), outcome instanceof SelectionOutcome.Served, subscriber, fetchId);
    }

    private static SpecificRecordBase event(SelectionOutcome outcome) {
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

    private static ByteArrayInputStream bytes(SpecificRecordBase event) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        new SpecificDatumWriter<SpecificRecordBase>(event.getSchema()).write(event, encoder);
        encoder.flush();
        return new ByteArrayInputStream(out.toByteArray());
    }

    /// What was served by then.
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
