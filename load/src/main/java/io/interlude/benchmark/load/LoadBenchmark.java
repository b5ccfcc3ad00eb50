package io.interlude.benchmark.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.benchmark.load.LoadGenerator.Numbers;
import io.interlude.benchmark.load.floor.RawConnection;
import io.interlude.benchmark.load.probe.AggregatorLag;
import io.interlude.benchmark.load.probe.JournalCount;
import io.interlude.benchmark.load.probe.ServerCost;
import io.interlude.benchmark.load.probe.ServerCpu;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Measures a running product: fetches, events, batches and clicks, at constant arrival rates and
/// in a closed loop, and after each whether the journal holds exactly what was answered. See
/// `benchmarks/README.md`.
public final class LoadBenchmark {
    private static final int FETCHES_FOR_EVENTS = 2_000;

    private final LoadOptions options;
    private final LoadGenerator generator;
    private final Numbers numbers = new Numbers();
    private final StringBuilder outcomes = new StringBuilder();
    private final StringBuilder topics = new StringBuilder();

    /// What the product answers to a fetch, for the floor to answer the same.
    private byte[] fetchAnswer = {};

    private LoadBenchmark(LoadOptions options) throws IOException {
        this.options = options;
        this.generator =
                new LoadGenerator(
                        options.url(),
                        options.connections(),
                        new ServerCpu(options.processId(), options.dataFolder()),
                        new AggregatorLag(options.url()),
                        new ServerCost(
                                options.url(), options.path() == null ? options.brokers() : null));
    }

    /// Runs the legs and prints the table; ends with 1 when the journal and the answers differ.
    public static void main(String... arguments)
            throws IOException, InterruptedException, ExecutionException {
        LoadOptions options = LoadOptions.parse(arguments);
        LoadBenchmark benchmark = new LoadBenchmark(options);
        String path = options.path();
        boolean exact = true;
        if (path == null) {
            exact = benchmark.product();
        } else {
            System.out.println(LoadTable.head());
            benchmark.legs(new PeerWorkload(options, path));
        }
        System.exit(exact ? 0 : 1);
    }

    private boolean product() throws IOException, InterruptedException, ExecutionException {
        String key =
                BenchOrg.makeAndAnswerFetchKey(
                        options.url(),
                        options.dataFolder(),
                        options.lineItems(),
                        options.contextBytes() > 0);
        FetchWorkload fetches = new FetchWorkload(options.url(), key);
        if (options.contextBytes() > 0 || options.shadows() > 0 || options.blocked() > 0) {
            pairs(fetches);
            return true;
        }
        List<Served> served = served(fetches);
        List<String> ids = served.stream().map(Served::fetchId).toList();
        EventWorkload events = new EventWorkload(options.url(), key, ids);
        BatchWorkload batches = new BatchWorkload(options.url(), key, ids);
        ClickWorkload clicks =
                new ClickWorkload(options.url(), served.stream().map(Served::clickUrl).toList());
        if (options.blocks() > 0) {
            return limits(fetches, events, batches, clicks);
        }
        try (JournalCount journal = new JournalCount(options.brokers())) {
            System.out.println(LoadTable.head());
            long fetched = fetches.filled();
            boolean exact =
                    measure(journal, Topics.FETCHES, fetches, () -> fetches.filled() - fetched);
            exact &= measure(journal, Topics.DELIVERIES, events, events::recorded);
            exact &= measure(journal, Topics.DELIVERIES, batches, batches::recorded);
            exact &= measure(journal, Topics.CLICKS, clicks, clicks::redirected);
            System.out.print(topics + System.lineSeparator() + outcomes);
            return exact;
        }
    }

    private void pairs(FetchWorkload fetches) throws IOException, InterruptedException {
        PairedCost cost = new PairedCost(options, generator, numbers);
        if (options.contextBytes() > 0) {
            List<String> contexts = Conversations.ofBytes(options.contextBytes());
            cost.run("a context", fetches, fetches.with(contexts));
        }
        if (options.shadows() > 0) {
            String key =
                    BenchOrg.makeWithShadows(
                            options.url(),
                            options.dataFolder(),
                            options.lineItems(),
                            options.shadows());
            cost.run("shadows", fetches, fetches.in(key, "fetch with shadows"));
        }
        if (options.blocked() > 0) {
            String key =
                    BenchOrg.makeWithRules(
                            options.url(),
                            options.dataFolder(),
                            options.lineItems(),
                            options.blocked());
            cost.run(
                    "blocks, ad load and separation",
                    fetches,
                    fetches.in(key, "fetch with rules").inConversations());
        }
    }

    private boolean limits(
            FetchWorkload fetches,
            EventWorkload events,
            BatchWorkload batches,
            ClickWorkload clicks)
            throws IOException, InterruptedException, ExecutionException {
        System.out.println(LoadTable.head());
        boolean held = true;
        try (JournalCount journal = new JournalCount(options.brokers());
                FloorComparison floor = new FloorComparison(options, numbers, fetchAnswer)) {
            if (options.workloads().contains("event")) {
                held =
                        new IngestLimits(options, generator, numbers)
                                .run(events, batches, clicks, floor, journal);
            }
            if (options.workloads().contains("fetch")) {
                held &= new FetchLimits(options, generator, numbers).run(fetches, floor, journal);
            }
        }
        return held;
    }

    /// Runs the legs of a workload, if it is asked for, and notes whether the journal holds what
    /// was answered.
    private boolean measure(
            JournalCount journal, Topic<?> topic, Workload workload, LongSupplier answered)
            throws InterruptedException, ExecutionException {
        if (!options.workloads().contains(workload.name().split(" ", -1)[0])) {
            return true;
        }
        long before = journal.records(topic.name());
        legs(workload);
        long more = journal.records(topic.name()) - before;
        outcomes.append(
                String.format(
                        "journal after %s: %,d records of %,d answered%n",
                        workload.name(), more, answered.getAsLong()));
        return more == answered.getAsLong();
    }

    /// Some fetches, for the workloads of what comes after.
    private List<Served> served(FetchWorkload fetches) throws IOException {
        List<Served> served = new ArrayList<>();
        try (RawConnection connection = new RawConnection(options.url())) {
            for (int i = 0; i < FETCHES_FOR_EVENTS; i++) {
                RawConnection.Answer answer = connection.exchange(fetches.request(numbers.next()));
                if (!fetches.succeeded(answer)) {
                    throw new IOException("a fetch was answered " + answer.status());
                }
                fetchAnswer = answer.body().getBytes(UTF_8);
                served.add(Served.of(JsonMapper.shared().readTree(answer.body())));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the product cannot be used: " + e.getMessage(), e);
        }
        return served;
    }

    private record Served(String fetchId, String clickUrl) {
        static Served of(JsonNode fetch) {
            return new Served(
                    fetch.path("messageId").asString(),
                    fetch.path("payload")
                            .path("actions")
                            .path(0)
                            .path("navigate")
                            .path("url")
                            .asString());
        }
    }

    private void legs(Workload workload) throws InterruptedException {
        List<Leg> legs = new ArrayList<>();
        if (generator.warmUp(workload, numbers, options.warmUp()) == 0) {
            throw new IllegalStateException("nothing was answered");
        }
        for (double rate : options.rates()) {
            legs.add(generator.openLoop(workload, numbers, rate, options.leg()));
            System.out.println(LoadTable.row(legs.getLast()));
        }
        legs.add(generator.closedLoop(workload, numbers, options.leg()));
        System.out.println(LoadTable.row(legs.getLast()));
        topics.append(System.lineSeparator()).append(LoadTable.topics(legs));
    }
}
