package io.interlude.benchmark.rebalance;

import io.interlude.aggregate.boot.AggregateSettings;
import io.interlude.benchmark.faults.BrokerProcess;
import io.interlude.benchmark.faults.KillableProcess;
import io.interlude.benchmark.faults.Product;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.local.registry.RegistryNode;
import io.interlude.state.transport.HttpStateInstances;
import io.interlude.state.wire.HostedPartitions;
import io.interlude.state.wire.InstanceReport;
import io.interlude.state.wire.StateToken;
import io.interlude.state.wire.StoreGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;

/// A broker, a registry and instances of the aggregator as processes of their own, and what the
/// instances say of themselves.
final class Aggregators implements AutoCloseable {
    static final String APPLICATION_ID = AggregateSettings.DEFAULT_APPLICATION_ID;

    private static final String OPERATOR_TOKEN = "operator-token-of-the-benchmark";
    private static final byte[] SECRET = new byte[SigningKeys.SECRET_BYTES];
    private static final Path HOME = Path.of(System.getProperty("interlude.home", "."));
    private static final Duration ANSWER = Duration.ofSeconds(1);
    private static final int MOST = 3;
    private static final String STANDBYS = "INTERLUDE_AGGREGATE_STANDBY_REPLICAS";
    private static final String TRANSACTION_TIMEOUT = "INTERLUDE_AGGREGATE_TRANSACTION_TIMEOUT";
    private static final String OWNED = "interlude_aggregate_restored_total{by=\"owner\"";
    private static final String FOLLOWED = "interlude_aggregate_restored_total{by=\"standby\"";
    private static final String BYTES = "interlude_aggregate_restored_bytes_total";

    private final Path folder;
    private final int port;
    private final int partitions;
    private final HttpStateInstances instances = new HttpStateInstances(token(), 4, ANSWER);
    private final KillableProcess broker;
    private final KillableProcess registry;
    private final List<Instance> all = new ArrayList<>();

    Aggregators(Path folder, int port, int partitions) {
        this.folder = folder;
        this.port = port;
        this.partitions = partitions;
        broker =
                process(
                        "broker",
                        node(
                                System.getProperty("java.class.path"),
                                BrokerProcess.class,
                                folder.resolve("broker").toString(),
                                String.valueOf(port)),
                        Map.of());
        registry =
                process(
                        "registry",
                        node(
                                System.getProperty("java.class.path"),
                                RegistryNode.class,
                                "--port",
                                String.valueOf(port + 1),
                                "--brokers",
                                brokers(),
                                "--nodes",
                                "1",
                                "--partitions",
                                String.valueOf(partitions)),
                        Map.of("INTERLUDE_OPERATOR_TOKEN", OPERATOR_TOKEN));
        for (int i = 0; i < MOST; i++) {
            all.add(instance(i));
        }
    }

    static StateToken token() {
        return new StateToken(new SigningKeys(List.of(SECRET)));
    }

    String brokers() {
        return "127.0.0.1:" + port;
    }

    String registryUrl() {
        return "http://operator:%s@127.0.0.1:%d/registry".formatted(OPERATOR_TOKEN, port + 1);
    }

    List<URI> urls() {
        return all.stream().map(Instance::url).toList();
    }

    Instance instance(String name) {
        return all.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }

    /// Starts what the instances need.
    void startDependencies() throws IOException {
        broker.start();
        registry.start();
    }

    boolean hasRegistry() throws InterruptedException {
        return new Product(URI.create("http://127.0.0.1:" + (port + 1))).missing().isEmpty();
    }

    /// For the instances that start from now on.
    void setStandbys(int replicas) {
        all.forEach(each -> each.process().set(STANDBYS, String.valueOf(replicas)));
    }

    private Instance instance(int number) {
        String name = String.valueOf((char) ('a' + number));
        int ownPort = port + 2 + number;
        URI url = URI.create("http://127.0.0.1:" + ownPort);
        Map<String, String> environment = new HashMap<>();
        environment.put("INTERLUDE_HTTP_HOST", "127.0.0.1");
        environment.put("INTERLUDE_HTTP_PORT", String.valueOf(ownPort));
        environment.put("INTERLUDE_KAFKA_BOOTSTRAP_SERVERS", brokers());
        environment.put("INTERLUDE_KAFKA_REGISTRY_URL", registryUrl());
        environment.put("INTERLUDE_KAFKA_PARTITIONS", String.valueOf(partitions));
        environment.put("INTERLUDE_KAFKA_REPLICATION_FACTOR", "1");
        environment.put("INTERLUDE_SIGNING_SECRETS", HexFormat.of().formatHex(SECRET));
        environment.put("INTERLUDE_AGGREGATE_STATE_FOLDER", stateFolder(name).toString());
        environment.put("INTERLUDE_AGGREGATE_ADVERTISED_URL", url.toString());
        environment.put(STANDBYS, "0");
        environment.put(TRANSACTION_TIMEOUT, transactionTimeout());
        List<String> command =
                List.of(
                        java(),
                        "@" + HOME.resolve("service.options"),
                        "-jar",
                        HOME.resolve("streams-aggregator/target/streams-aggregator.jar")
                                .toString());
        return new Instance(name, url, process(name, command, environment), new Product(url));
    }

    /// As recommended where others take over, unless this run is to try another.
    private static String transactionTimeout() {
        return System.getenv().getOrDefault(TRANSACTION_TIMEOUT, "10s");
    }

    private KillableProcess process(
            String name, List<String> command, Map<String, String> environment) {
        return new KillableProcess(command, environment, folder.resolve(name + ".log"));
    }

    private static List<String> node(String classPath, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(java());
        command.add("@" + HOME.resolve("deploy/cluster/node.options"));
        command.add("-cp");
        command.add(classPath);
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return command;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private Path stateFolder(String name) {
        return folder.resolve("state-" + name);
    }

    /// Deletes what the instance has on disk. It must not run.
    void empty(Instance instance) throws IOException {
        try (Stream<Path> files = Files.walk(stateFolder(instance.name()))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /// Bytes of the stores on all disks.
    long stateBytes() {
        return all.stream().mapToLong(each -> bytesIn(stateFolder(each.name()))).sum();
    }

    /// Of a file, or of all files in a folder; 0 when it is gone.
    static long bytesIn(Path path) {
        if (!Files.isDirectory(path)) {
            return size(path);
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.mapToLong(Aggregators::bytesIn).sum();
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Compactions delete files all the time.
    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Who has what now, as each that runs says of itself.
    Cover look() throws InterruptedException {
        List<Map<StoreGroup, HostedPartitions>> reports = new ArrayList<>();
        int alive = 0;
        for (Instance each : all) {
            if (each.process().isAlive()) {
                alive++;
                hosted(each).ifPresent(reports::add);
            }
        }
        boolean shared =
                reports.size() == alive
                        && reports.stream().allMatch(Aggregators::hasPartOfEverything);
        return new Cover(
                shared,
                covers(reports, HostedPartitions::active),
                covers(reports, HostedPartitions::standby));
    }

    private static boolean hasPartOfEverything(Map<StoreGroup, HostedPartitions> report) {
        return report.values().stream().noneMatch(hosted -> hosted.active().isEmpty());
    }

    private boolean covers(
            List<Map<StoreGroup, HostedPartitions>> reports,
            Function<HostedPartitions, Set<Integer>> what) {
        for (StoreGroup group : StoreGroup.values()) {
            Set<Integer> covered = new HashSet<>();
            reports.forEach(report ->
                    covered.addAll(
                            what.apply(report.getOrDefault(group, HostedPartitions.NOTHING))));
            if (covered.size() < partitions) {
                return false;
            }
        }
        return true;
    }

    private Optional<Map<StoreGroup, HostedPartitions>> hosted(Instance instance)
            throws InterruptedException {
        try {
            InstanceReport report =
                    instances
                            .report(instance.url())
                            .get(2 * ANSWER.toMillis(), TimeUnit.MILLISECONDS);
            Map<StoreGroup, HostedPartitions> hosted = new HashMap<>();
            for (StoreGroup group : StoreGroup.values()) {
                hosted.put(group, report.hosted(group));
            }
            return Optional.of(hosted);
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        }
    }

    /// What each process has read from changelogs since it started.
    Restored restored() throws InterruptedException {
        Map<String, Double> owned = new HashMap<>();
        Map<String, Double> followed = new HashMap<>();
        Map<String, Double> bytes = new HashMap<>();
        for (Instance each : all) {
            if (each.process().isAlive()) {
                owned.put(each.name(), Math.max(0, each.product().metric(OWNED)));
                followed.put(each.name(), Math.max(0, each.product().metric(FOLLOWED)));
                bytes.put(each.name(), Math.max(0, each.product().metric(BYTES)));
            }
        }
        return new Restored(owned, followed, bytes);
    }

    @Override
    public void close() {
        all.forEach(each -> each.process().close());
        registry.close();
        broker.close();
        instances.close();
    }

    /// Ends everything in order, so that a later run finds it whole.
    ///
    /// @return whether each that ran ended with 0
    boolean stop() throws InterruptedException {
        boolean ended = true;
        for (Instance each : all) {
            if (each.process().isAlive()) {
                ended &= each.process().stop() == 0;
            }
        }
        registry.stop();
        broker.stop();
        return ended;
    }

    /// One instance of the aggregator, over all its starts.
    record Instance(String name, URI url, KillableProcess process, Product product) {}

    /// @param shared whether each instance that runs owns some of everything
    /// @param owners whether each partition has an owner
    /// @param standbys whether each partition has a standby
    record Cover(boolean shared, boolean owners, boolean standbys) {}

    /// By instance: records read to own partitions, and to follow them, and bytes of both.
    record Restored(
            Map<String, Double> owned, Map<String, Double> followed, Map<String, Double> bytes) {}
}
