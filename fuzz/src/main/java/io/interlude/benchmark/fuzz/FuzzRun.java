package io.interlude.benchmark.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.interlude.benchmark.fuzz.family.Mixture;
import io.interlude.benchmark.fuzz.request.BadRequest;
import io.interlude.benchmark.fuzz.request.Canaries;
import io.interlude.benchmark.fuzz.request.FuzzOptions;
import io.interlude.benchmark.fuzz.request.FuzzOrg;
import io.interlude.benchmark.fuzz.request.FuzzTally;
import io.interlude.benchmark.fuzz.request.Outcome;
import io.interlude.benchmark.fuzz.request.Product;
import io.interlude.schema.topic.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One run over a product that is up: an org of its own, all requests, and what must hold after
/// them.
public final class FuzzRun {
    private static final int WARM_UP = 2_000;
    private static final int LOOKS_AT_MEMORY = 4;
    private static final int MOST_FAULTS_SHOWN = 20;

    /// The broker tells of a busy machine, and of what its clients try again, as errors.
    private static final Pattern BUSY =
            Pattern.compile("logger=(ReplicationControlManager|ReplicaManager) ");

    private final FuzzOptions options;
    private final Product product;
    private final FuzzOrg org;
    private final List<String> secrets;
    private final Mixture mixture;
    private final FuzzTally tally;
    private final List<String> faults = new ArrayList<>();

    private FuzzRun(FuzzOptions options, Product product) throws IOException, InterruptedException {
        this.options = options;
        this.product = product;
        org = FuzzOrg.make(product);
        Canaries canaries = Canaries.of(options.seed());
        secrets =
                Stream.of(canaries.all(), org.keys().all(), List.of(org.operatorToken()))
                        .flatMap(List::stream)
                        .toList();
        mixture = new Mixture(org, canaries, options.seed());
        tally = new FuzzTally(canaries, secrets);
    }

    /// Starts a product, or takes one that runs, and sends all that is asked for.
    public static Report of(FuzzOptions options)
            throws IOException, InterruptedException, ExecutionException {
        try (Product product = Product.of(options)) {
            FuzzRun run = new FuzzRun(options, product);
            Report report = options.only() < 0 ? run.all() : run.one(options.only());
            if (report.clean()) {
                product.forget();
            }
            return report;
        }
    }

    /// Sends one request and shows it with its answer.
    private Report one(int number) {
        BadRequest request = mixture.request(number);
        try (FuzzWorker worker = new FuzzWorker(product.url(), new AnswerCheck(secrets))) {
            Outcome outcome = worker.send(request);
            return new Report(
                    outcome.fault() == null,
                    String.format(
                            "%s, %s: %s %s%n%s%n%s%n",
                            request.endpoint(),
                            request.kind(),
                            outcome.statuses(),
                            outcome.fault(),
                            tally.escaped(request.content()),
                            tally.escaped(outcome.answer())));
        }
    }

    private Report all() throws IOException, InterruptedException, ExecutionException {
        String catalogue = org.catalogue();
        ServerMetrics before = ServerMetrics.of(product.url());
        String memory;
        String journal;
        try (KeptRecords records = new KeptRecords(product.brokers())) {
            Map<String, Long> ends = records.ends();
            memory = sendAll();
            journal = checkRecords(records, ends);
        }
        checkRoutes(ServerMetrics.of(product.url()), before);
        require(org.catalogue().equals(catalogue), "the catalogue or its keys have changed");
        checkStillServes();
        checkLog();
        return report(memory + '\n' + journal);
    }

    /// Memory after the warm-up and after each quarter; it must not grow from the middle on.
    private String sendAll() throws IOException, InterruptedException {
        StringBuilder table = new StringBuilder(Memory.head()).append('\n');
        int sent = Math.min(WARM_UP, options.requests() / 2);
        send(0, sent);
        table.append(Memory.of(product).row(sent)).append('\n');
        List<Memory> quarters = new ArrayList<>();
        for (int quarter = 1; quarter <= LOOKS_AT_MEMORY; quarter++) {
            int end = (int) ((long) options.requests() * quarter / LOOKS_AT_MEMORY);
            send(sent, end);
            sent = Math.max(sent, end);
            quarters.add(Memory.of(product));
            table.append(quarters.getLast().row(sent)).append('\n');
        }
        Memory middle = quarters.get(LOOKS_AT_MEMORY / 2 - 1);
        require(quarters.getLast().isWithin(middle), "memory grew");
        return table.toString();
    }

    private void send(int from, int to) throws InterruptedException {
        AtomicLong next = new AtomicLong(from);
        AnswerCheck check = new AnswerCheck(secrets);
        try (ExecutorService workers = Executors.newFixedThreadPool(options.connections())) {
            for (int i = 0; i < options.connections(); i++) {
                workers.execute(() -> work(next, to, check));
            }
            workers.shutdown();
            if (!workers.awaitTermination(2, TimeUnit.HOURS)) {
                throw new IllegalStateException("the requests did not end");
            }
        }
    }

    private void work(AtomicLong next, int to, AnswerCheck check) {
        try (FuzzWorker worker = new FuzzWorker(product.url(), check)) {
            for (long number = next.getAndIncrement();
                    number < to;
                    number = next.getAndIncrement()) {
                BadRequest request = mixture.request(number);
                tally.add(number, request, worker.send(request));
            }
        }
    }

    private void require(boolean holds, String fault) {
        if (!holds) {
            faults.add(fault);
        }
    }

    private String checkRecords(KeptRecords records, Map<String, Long> before)
            throws ExecutionException, InterruptedException {
        Map<String, Long> after = records.ends();
        after.forEach((partition, end) -> {
            long more = end - before.getOrDefault(partition, 0L);
            // Good keys are used too, and that is counted.
            boolean counted = partition.startsWith(Topics.KEY_USE.name());
            require(more == 0 || counted, partition + " holds " + more + " records more");
        });
        KeptRecords.Scan refused = records.refused(secrets);
        require(refused.leaks() == 0, refused.leaks() + " refused events hold what is private");
        return String.format(
                Locale.ROOT,
                "journal, catalogue and schemas: %d partitions, none of which may grow;"
                        + " %,d refused events are kept%n",
                after.size(),
                refused.records());
    }

    private void checkRoutes(ServerMetrics now, ServerMetrics before) {
        require(!now.routes().isEmpty(), "the product tells of no routes at /metrics");
        // One file of a page stands for all: one handler serves them.
        Set<String> unasked = now.unaskedSince(before);
        Set<String> asked =
                now.routes().stream()
                        .filter(route -> !unasked.contains(route))
                        .map(FuzzTally::folded)
                        .collect(Collectors.toSet());
        unasked.stream()
                .filter(route -> !asked.contains(FuzzTally.folded(route)))
                .forEach(route ->
                        faults.add(
                                "no request reached "
                                        + route
                                        + ": add it to DescribedRoute, with or without key"));
    }

    private void checkStillServes() {
        try {
            org.requireServing();
        } catch (IOException e) {
            faults.add("it serves no more: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            faults.add("interrupted");
        }
    }

    private void checkLog() throws IOException {
        if (product.own() == null) {
            return;
        }
        for (Path file : product.logs()) {
            Files.readAllLines(file, ISO_8859_1).forEach(this::checkLine);
        }
    }

    private void checkLine(String line) {
        boolean failure = line.contains("level=ERROR") && !BUSY.matcher(line).find();
        if (failure || line.contains("LEAK:")) {
            faults.add("log: " + tally.escaped(line));
        }
        if (secrets.stream().anyMatch(line::contains)) {
            faults.add("the log holds what is private: " + tally.escaped(line));
        }
    }

    private Report report(String measured) {
        boolean clean = faults.isEmpty() && tally.isClean();
        StringBuilder text = new StringBuilder(tally.table()).append('\n');
        text.append(tally.summary()).append('\n').append(measured);
        text.append(tally.violations());
        faults.stream().limit(MOST_FAULTS_SHOWN).forEach(fault -> text.append(fault).append('\n'));
        text.append(
                String.format(
                        Locale.ROOT,
                        "%,d bad requests, seed %d: %s%n",
                        options.requests(),
                        options.seed(),
                        clean ? "everything held" : "VIOLATIONS"));
        return new Report(clean, text.toString());
    }

    /// The result of a run.
    ///
    /// @param clean true if everything held
    /// @param text tables and violations, for people
    public record Report(boolean clean, String text) {}
}
