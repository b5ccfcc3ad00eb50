package io.interlude.benchmark.load;

import io.interlude.benchmark.load.LoadGenerator.Numbers;
import io.interlude.benchmark.load.boot.BootFloorServer;
import io.interlude.benchmark.load.floor.FloorProcess;
import io.interlude.benchmark.load.floor.FloorServer;
import io.interlude.benchmark.load.probe.AggregatorLag;
import io.interlude.benchmark.load.probe.ServerCost;
import io.interlude.benchmark.load.probe.ServerCpu;
import io.interlude.schema.topic.Topics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.function.ToDoubleFunction;

/// Loads the product and the floor ([FloorServer] or [BootFloorServer]) in turn, A B B A, each in a
/// closed loop, so that both meet the same machine.
final class FloorComparison implements AutoCloseable {
    private final LoadOptions options;
    private final Numbers numbers;
    private final ServerCpu productCpu;
    private final FloorProcess floor;
    private final LoadGenerator atProduct;
    private final LoadGenerator atFloor;

    /// @param fetchAnswer the floor's answer to a fetch
    FloorComparison(LoadOptions options, Numbers numbers, byte[] fetchAnswer)
            throws IOException, InterruptedException, ExecutionException {
        this.options = options;
        this.numbers = numbers;
        productCpu = new ServerCpu(options.processId(), options.dataFolder());
        floor =
                FloorProcess.start(
                        options.brokers(),
                        Topics.DELIVERIES.name(),
                        fetchAnswer,
                        options.bootFloor() ? BootFloorServer.class : FloorServer.class);
        AggregatorLag lag = new AggregatorLag(options.url());
        ServerCost cost = new ServerCost(options.url(), options.brokers());
        atProduct = new LoadGenerator(options.url(), options.connections(), productCpu, lag, cost);
        ServerCpu floorCpu = new ServerCpu(floor.processId(), options.dataFolder());
        atFloor =
                new LoadGenerator(
                        floor.url(),
                        options.connections(),
                        floorCpu,
                        lag,
                        new ServerCost(floor.url(), null));
    }

    /// Single events at both, each warmed up first.
    Blocks events(EventWorkload own) throws InterruptedException {
        return compared("event", own, own.at(floor.url()));
    }

    /// Fetches at both, each warmed up first.
    Blocks fetches(FetchWorkload own) throws InterruptedException {
        return compared("fetch", own, own.at(floor.url()));
    }

    private Blocks compared(String name, Workload own, Workload floors)
            throws InterruptedException {
        List<Block> blocks = blocks(own, floors);
        System.out.println(System.lineSeparator() + head() + row(name, blocks));
        return new Blocks(
                mean(halves(blocks, true), Half::perSecond),
                blocks.stream().mapToDouble(Block::share).min().orElse(0),
                blocks.stream()
                        .mapToDouble(block -> mean(block.own(), Half::cpuMillis))
                        .max()
                        .orElse(Double.NaN),
                halves(blocks, true).stream().mapToLong(Half::errors).sum());
    }

    private List<Block> blocks(Workload own, Workload floors) throws InterruptedException {
        atFloor.warmUp(floors, numbers, options.warmUp());
        atProduct.warmUp(own, numbers, options.warmUp());
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

    /// The results of single events beside the floor.
    ///
    /// @param perSecond of the product, in the mean of all blocks
    /// @param worstShare least share of the floor's rate of any block
    /// @param worstCpuMillis most processor time an event of any block
    /// @param errors of the product
    record Blocks(double perSecond, double worstShare, double worstCpuMillis, long errors) {}

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
