package io.interlude.benchmark.load;

import io.interlude.benchmark.load.LoadGenerator.Numbers;
import io.interlude.schema.topic.Topics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.function.ToDoubleFunction;

/// Loads the product and the floor ([FloorServer]) in turn, A B B A, each in a closed loop, so that
/// both meet the same machine, and holds the product to its share of the floor's rate.
final class FloorComparison implements AutoCloseable {
    static final double LEAST_EVENT_SHARE = 0.4;
    static final double MOST_EVENT_CPU_MILLIS = 0.26;

    private final LoadOptions options;
    private final Numbers numbers;
    private final ServerCpu productCpu;
    private final FloorProcess floor;
    private final LoadGenerator atProduct;
    private final LoadGenerator atFloor;

    FloorComparison(LoadOptions options, Numbers numbers)
            throws IOException, InterruptedException, ExecutionException {
        this.options = options;
        this.numbers = numbers;
        productCpu = new ServerCpu(options.processId(), options.dataFolder());
        floor = FloorProcess.start(options.brokers(), Topics.DELIVERIES.name());
        AggregatorLag lag = new AggregatorLag(options.url());
        atProduct = new LoadGenerator(options.url(), options.connections(), productCpu, lag);
        ServerCpu floorCpu = new ServerCpu(floor.processId(), options.dataFolder());
        atFloor = new LoadGenerator(floor.url(), options.connections(), floorCpu, lag);
    }

    /// A workload at both, its legs, and whether the limits and the counts of records held.
    boolean run(String key, List<String> fetchIds, JournalCount journal)
            throws InterruptedException, ExecutionException {
        boolean holds = true;
        StringBuilder summary = new StringBuilder(head());
        if (options.workloads().contains("event")) {
            EventWorkload own = new EventWorkload(options.url(), key, fetchIds);
            EventWorkload floors = new EventWorkload(floor.url(), key, fetchIds);
            long before = journal.records(Topics.DELIVERIES.name());
            long floorBefore = journal.records(FloorServer.TOPIC);
            List<Block> blocks = blocks(own, floors);
            summary.append(row("event", blocks));
            holds &= eventsHold(blocks);
            holds &= exact(journal, Topics.DELIVERIES.name(), before, own.recorded());
            holds &= exact(journal, FloorServer.TOPIC, floorBefore, floors.recorded());
        }
        if (options.workloads().contains("fetch")) {
            FetchWorkload own = new FetchWorkload(options.url(), key);
            FetchWorkload floors = new FetchWorkload(floor.url(), key);
            long before = journal.records(Topics.FETCHES.name());
            summary.append(row("fetch", blocks(own, floors)));
            holds &= exact(journal, Topics.FETCHES.name(), before, own.filled());
        }
        System.out.println(System.lineSeparator() + summary);
        System.out.printf(
                Locale.ROOT,
                "Limits of events, in every block: at least %.2f of the floor's rate, at most %.2f ms:"
                        + " %s%n",
                LEAST_EVENT_SHARE,
                MOST_EVENT_CPU_MILLIS,
                holds ? "held" : "NOT HELD");
        return holds;
    }

    /// Single events at both, each warmed up first.
    Blocks events(EventWorkload own) throws InterruptedException {
        List<Block> blocks = blocks(own, own.at(floor.url()));
        System.out.println(System.lineSeparator() + head() + row("event", blocks));
        return new Blocks(
                blocks.stream().mapToDouble(Block::share).min().orElse(0),
                blocks.stream()
                        .mapToDouble(block -> mean(block.own(), Half::cpuMillis))
                        .max()
                        .orElse(Double.NaN),
                halves(blocks, true).stream().mapToLong(Half::errors).sum());
    }

    private List<Block> blocks(Workload own, Workload floors) throws InterruptedException {
        atProduct.closedLoop(own, numbers, options.warmUp());
        atFloor.closedLoop(floors, numbers, options.warmUp());
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < options.blocks(); i++) {
            Half first = own(own);
            Half second = floor(floors);
            Half third = floor(floors);
            Half fourth = own(own);
            blocks.add(new Block(List.of(first, fourth), List.of(second, third)));
        }
        return blocks;
    }

    private Half own(Workload workload) throws InterruptedException {
        Leg leg = atProduct.closedLoop(workload, numbers, options.leg());
        System.out.println(LoadTable.row(leg));
        return new Half(leg.perSecond(), leg.cpuMillis().duringLoad(), 0, leg.errors());
    }

    private Half floor(Workload workload) throws InterruptedException {
        long before = productCpu.millis();
        Leg leg = atFloor.closedLoop(workload, numbers, options.leg());
        double brokerMillis = (productCpu.millis() - before) / (double) leg.answered();
        System.out.println(LoadTable.row(leg).replaceFirst("\\| ", "| floor, "));
        return new Half(leg.perSecond(), leg.cpuMillis().duringLoad(), brokerMillis, leg.errors());
    }

    private static boolean eventsHold(List<Block> blocks) {
        return blocks.stream()
                .allMatch(block ->
                        block.share() >= LEAST_EVENT_SHARE
                                && mean(block.own(), Half::cpuMillis) <= MOST_EVENT_CPU_MILLIS
                                && block.own().stream().allMatch(half -> half.errors() == 0));
    }

    private static boolean exact(JournalCount journal, String topic, long before, long answered)
            throws ExecutionException, InterruptedException {
        long more = journal.records(topic) - before;
        System.out.printf(
                Locale.ROOT, "journal: %,d records in %s of %,d answered%n", more, topic, answered);
        return more == answered;
    }

    private static String head() {
        return "| workload | blocks | product/s | floor/s | share, worst | share, median"
                + " | product CPU ms | floor CPU ms | broker CPU ms beside the floor |\n"
                + "|---|---|---|---|---|---|---|---|---|\n";
    }

    private static String row(String name, List<Block> blocks) {
        List<Double> shares = new ArrayList<>(blocks.stream().map(Block::share).toList());
        Collections.sort(shares);
        return String.format(
                Locale.ROOT,
                "| %s | %d | %,.0f | %,.0f | %.2f | %.2f | %.3f | %.3f | %.3f |%n",
                name,
                blocks.size(),
                mean(halves(blocks, true), Half::perSecond),
                mean(halves(blocks, false), Half::perSecond),
                shares.getFirst(),
                shares.get(shares.size() / 2),
                mean(halves(blocks, true), Half::cpuMillis),
                mean(halves(blocks, false), Half::cpuMillis),
                mean(halves(blocks, false), Half::brokerMillis));
    }

    private static List<Half> halves(List<Block> blocks, boolean own) {
        return blocks.stream().flatMap(b -> (own ? b.own() : b.floor()).stream()).toList();
    }

    private static double mean(List<Half> halves, ToDoubleFunction<Half> number) {
        return halves.stream().mapToDouble(number).average().orElse(Double.NaN);
    }

    @Override
    public void close() {
        floor.close();
    }

    /// What single events gave beside the floor.
    ///
    /// @param worstShare least share of the floor's rate of any block
    /// @param worstCpuMillis most processor time an event of any block
    /// @param errors of the product
    record Blocks(double worstShare, double worstCpuMillis, long errors) {}

    /// One stretch of load.
    ///
    /// @param cpuMillis of the process that was loaded, a request
    /// @param brokerMillis of the product's process, with the broker in it, a request of the floor
    private record Half(double perSecond, double cpuMillis, double brokerMillis, long errors) {}

    /// A B B A.
    private record Block(List<Half> own, List<Half> floor) {
        double share() {
            return mean(own, Half::perSecond) / mean(floor, Half::perSecond);
        }
    }
}
