package io.interlude.local.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.local.broker.BrokerNode;
import io.interlude.local.broker.BrokerQuorum;
import io.interlude.local.registry.RegistryNode;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Every process of the cluster, and what each is told. Decides; starts nothing.
final class ClusterPlan {
    /// Enough to be dealt out to some instances. Twelve, as elsewhere, are three times as many
    /// stores, changelogs and open transactions on one machine's few cores.
    private static final int PARTITIONS = 4;

    private final ClusterOptions options;
    private final ClusterSecrets secrets;
    private final Installation installation;
    private final Optional<List<String>> gateway;
    private final ClusterPorts ports;

    /// @param gateway the gateway's program; empty to go without
    ClusterPlan(
            ClusterOptions options,
            ClusterSecrets secrets,
            Installation installation,
            Optional<List<String>> gateway) {
        this.options = options;
        this.secrets = secrets;
        this.installation = installation;
        this.gateway = gateway;
        this.ports = new ClusterPorts(options.basePort());
    }

    /// The processes that start at the same time, in order: each list needs those before it.
    List<List<ProcessSpec>> stages() {
        List<List<ProcessSpec>> stages = new ArrayList<>();
        stages.add(all(ProcessRole.BROKER));
        stages.add(all(ProcessRole.REGISTRY));
        stages.add(
                Stream.of(ProcessRole.values())
                        .filter(ProcessRole::isService)
                        .flatMap(role -> all(role).stream())
                        .toList());
        if (gateway.isPresent()) {
            stages.add(all(ProcessRole.GATEWAY));
        }
        return stages;
    }

    ClusterPorts ports() {
        return ports;
    }

    boolean hasGateway() {
        return gateway.isPresent();
    }

    /// Where the catalogue is written, and everything else asked where there is a gateway.
    URI entrance() {
        return ports.url(gateway.isPresent() ? ProcessRole.GATEWAY : ProcessRole.MANAGEMENT, 1);
    }

    /// Where the public follows click links.
    URI baseUrl() {
        return ports.url(gateway.isPresent() ? ProcessRole.GATEWAY : ProcessRole.INGEST, 1);
    }

    /// Every port that is listened on, and who does.
    Map<Integer, String> portToName() {
        Map<Integer, String> portToName = new TreeMap<>();
        ports.controllers(options.brokers()).forEach(port -> portToName.put(port, "a controller"));
        stages().stream()
                .flatMap(List::stream)
                .forEach(spec -> portToName.put(spec.port(), spec.name()));
        return portToName;
    }

    private List<ProcessSpec> all(ProcessRole role) {
        return IntStream.rangeClosed(1, count(role)).mapToObj(i -> one(role, i)).toList();
    }

    private int count(ProcessRole role) {
        return switch (role) {
            case BROKER -> options.brokers();
            case REGISTRY, GATEWAY -> 1;
            case AGGREGATOR, MANAGEMENT, INGEST, FETCH, REPORT -> options.instances();
        };
    }

    private ProcessSpec one(ProcessRole role, int number) {
        String name =
                switch (role) {
                    case REGISTRY, GATEWAY -> role.title();
                    case BROKER, AGGREGATOR, MANAGEMENT, INGEST, FETCH, REPORT ->
                            role.title() + "-" + number;
                };
        Path folder = options.dataFolder().resolve(name);
        return new ProcessSpec(
                name,
                role,
                ports.of(role, number),
                command(role, number, folder),
                environment(role, number, folder),
                folder,
                options.dataFolder().resolve("log").resolve(name + ".log"));
    }

    private List<String> command(ProcessRole role, int number, Path folder) {
        return switch (role) {
            case BROKER -> broker(number, folder);
            case REGISTRY -> registry();
            case GATEWAY -> gateway.orElseThrow();
            case AGGREGATOR, MANAGEMENT, INGEST, FETCH, REPORT -> installation.service(role);
        };
    }

    private List<String> broker(int number, Path folder) {
        String controllers =
                ports.controllers(options.brokers()).stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining(","));
        List<String> command = installation.node(BrokerNode.class.getName());
        command.addAll(List.of("--node", String.valueOf(number)));
        command.addAll(List.of("--port", String.valueOf(ports.of(ProcessRole.BROKER, number))));
        command.addAll(List.of("--controllers", controllers));
        command.addAll(List.of("--cluster-id", secrets.clusterId()));
        command.addAll(List.of("--data", folder.toString()));
        command.addAll(List.of("--ready", ProcessSpec.readyFile(folder).toString()));
        return command;
    }

    private List<String> registry() {
        List<String> command = installation.node(RegistryNode.class.getName());
        command.addAll(List.of("--port", String.valueOf(ports.of(ProcessRole.REGISTRY, 1))));
        command.addAll(List.of("--brokers", bootstrapServers()));
        command.addAll(List.of("--nodes", String.valueOf(options.brokers())));
        command.addAll(List.of("--partitions", String.valueOf(PARTITIONS)));
        return command;
    }

    /// All brokers, as clients take them.
    String bootstrapServers() {
        return ports.addresses(ProcessRole.BROKER, options.brokers());
    }

    private Map<String, String> environment(ProcessRole role, int number, Path folder) {
        Map<String, String> environment = new TreeMap<>();
        if (role == ProcessRole.GATEWAY) {
            addGateway(environment);
        }
        if (role.isService()) {
            addService(environment, role, number, folder);
        }
        switch (role) {
            case FETCH -> addFetch(environment, number);
            case AGGREGATOR -> addAggregator(environment, number, folder);
            case REPORT -> addReport(environment, number);
            case REGISTRY ->
                    environment.put("INTERLUDE_OPERATOR_TOKEN", secrets.operatorToken().value());
            case BROKER, MANAGEMENT, INGEST, GATEWAY -> {}
        }
        return environment;
    }

    private void addService(
            Map<String, String> environment, ProcessRole role, int number, Path folder) {
        environment.put("INTERLUDE_HTTP_HOST", "127.0.0.1");
        environment.put("INTERLUDE_HTTP_PORT", String.valueOf(ports.of(role, number)));
        environment.put("INTERLUDE_HTTP_TRUSTED_PROXIES", "127.0.0.1");
        environment.put("INTERLUDE_KAFKA_BOOTSTRAP_SERVERS", bootstrapServers());
        environment.put("INTERLUDE_KAFKA_REGISTRY_URL", registryWithLogin());
        environment.put("INTERLUDE_KAFKA_PARTITIONS", String.valueOf(PARTITIONS));
        environment.put(
                "INTERLUDE_KAFKA_REPLICATION_FACTOR",
                String.valueOf(BrokerQuorum.copies(options.brokers())));
        environment.put("INTERLUDE_SIGNING_SECRETS", secrets.signingSecret().value());
        environment.put("INTERLUDE_OPERATOR_TOKEN", secrets.operatorToken().value());
        environment.put("INTERLUDE_OUTBOX_FOLDER", folder.resolve("outbox").toString());
    }

    /// As services register the schemas of their topics.
    private String registryWithLogin() {
        String token = URLEncoder.encode(secrets.operatorToken().value(), UTF_8);
        return ports.registry().toString().replace("://", "://operator:" + token + "@");
    }

    private void addFetch(Map<String, String> environment, int number) {
        environment.put("INTERLUDE_FETCH_NODE", String.valueOf(number - 1));
        environment.put("INTERLUDE_FETCH_INSTANCES", String.valueOf(options.instances()));
        environment.put("INTERLUDE_FETCH_BASE_URL", baseUrl().toString());
        environment.put("INTERLUDE_STATE_INSTANCES", aggregators());
    }

    private void addReport(Map<String, String> environment, int number) {
        environment.put("INTERLUDE_STATE_INSTANCES", aggregators());
        ProcessRole api = gateway.isPresent() ? ProcessRole.GATEWAY : ProcessRole.REPORT;
        environment.put(
                "INTERLUDE_MCP_API_URL",
                ports.url(api, gateway.isPresent() ? 1 : number).toString());
    }

    private void addAggregator(Map<String, String> environment, int number, Path folder) {
        environment.put("INTERLUDE_AGGREGATE_STATE_FOLDER", folder.resolve("streams").toString());
        environment.put(
                "INTERLUDE_AGGREGATE_ADVERTISED_URL",
                ports.url(ProcessRole.AGGREGATOR, number).toString());
        environment.put(
                "INTERLUDE_AGGREGATE_STANDBY_REPLICAS", options.instances() > 1 ? "1" : "0");
        if (options.brokers() > 1) {
            // One of the brokers is always there, so no transaction outlives a restart of all.
            environment.put("INTERLUDE_AGGREGATE_TRANSACTION_TIMEOUT", "10s");
        }
    }

    private String aggregators() {
        return ports.urls(ProcessRole.AGGREGATOR, options.instances());
    }

    private void addGateway(Map<String, String> environment) {
        environment.put("GATEWAY_BIND", ports.address(ProcessRole.GATEWAY, 1));
        for (int i = 1; i <= options.instances(); i++) {
            environment.put("FETCH_" + i, ports.address(ProcessRole.FETCH, i));
            environment.put("EVENTS_" + i, ports.address(ProcessRole.INGEST, i));
            environment.put("REPORTS_" + i, ports.address(ProcessRole.REPORT, i));
            environment.put("MANAGEMENT_" + i, ports.address(ProcessRole.MANAGEMENT, i));
        }
    }
}
