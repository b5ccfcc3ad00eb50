package io.interlude.benchmark.load;

import io.interlude.benchmark.load.LoadGenerator.Numbers;
import io.interlude.schema.topic.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import tools.jackson.databind.json.JsonMapper;

/// Measures a running product: fetches and events, at constant arrival rates and in a closed loop,
/// and after each whether the journal holds exactly what was answered. See `benchmarks/README.md`.
public final class LoadBenchmark {
    private static final int FETCHES_FOR_EVENTS = 2_000;

    private final LoadOptions options;
    private final LoadGenerator generator;
    private final Numbers numbers = new Numbers();

    private LoadBenchmark(LoadOptions options) throws IOException {
        this.options = options;
        this.generator =
                new LoadGenerator(
                        options.url(),
                        options.connections(),
                        new ServerCpu(options.processId(), options.dataFolder()),
                        new AggregatorLag(options.url()));
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
                        options.url(), options.dataFolder(), options.lineItems());
        FetchWorkload fetches = new FetchWorkload(options.url(), key);
        EventWorkload events = new EventWorkload(options.url(), key, fetchIds(fetches));
        try (JournalCount journal = new JournalCount(options.brokers())) {
            System.out.println(LoadTable.head());
            long fetchesBefore = journal.records(Topics.FETCHES.name()) - fetches.filled();
            legs(fetches);
            long fetchesMore = journal.records(Topics.FETCHES.name()) - fetchesBefore;
            long eventsBefore = journal.records(Topics.DELIVERIES.name());
            legs(events);
            long eventsMore = journal.records(Topics.DELIVERIES.name()) - eventsBefore;
            System.out.printf(
                    "%njournal: %,d fetches of %,d answered, %,d events of %,d answered%n",
                    fetchesMore, fetches.filled(), eventsMore, events.recorded());
            return fetchesMore == fetches.filled() && eventsMore == events.recorded();
        }
    }

    private List<String> fetchIds(FetchWorkload fetches) throws IOException {
        List<String> ids = new ArrayList<>();
        try (RawConnection connection = new RawConnection(options.url())) {
            for (int i = 0; i < FETCHES_FOR_EVENTS; i++) {
                RawConnection.Answer answer = connection.exchange(fetches.request(numbers.next()));
                if (!fetches.succeeded(answer)) {
                    throw new IOException("a fetch was answered " + answer.status());
                }
                ids.add(JsonMapper.shared().readTree(answer.body()).path("messageId").asString());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the product cannot be used: " + e.getMessage(), e);
        }
        return ids;
    }

    private void legs(Workload workload) throws InterruptedException {
        Leg warmUp = generator.closedLoop(workload, numbers, options.warmUp());
        if (warmUp.answered() == 0) {
            throw new IllegalStateException("nothing was answered");
        }
        for (double rate : options.rates()) {
            System.out.println(
                    LoadTable.row(generator.openLoop(workload, numbers, rate, options.leg())));
        }
        System.out.println(LoadTable.row(generator.closedLoop(workload, numbers, options.leg())));
    }
}
