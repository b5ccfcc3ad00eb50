package io.interlude.local.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.local.boot.DataFolder;
import io.interlude.local.broker.BrokerNode;
import io.interlude.local.registry.RegistryNode;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterPlanTest {
    private static final String SIGNING_SECRET = "a-signing-secret";
    private static final Optional<List<String>> GATEWAY = Optional.of(List.of("haproxy"));

    @Test
    void startsBrokersThenRegistryThenServicesThenGateway() {
        assertThat(
                        plan(2, 3, GATEWAY).stages().stream()
                                .map(stage -> stage.stream().map(ProcessSpec::name).toList()))
                .containsExactly(
                        List.of("broker-1", "broker-2", "broker-3"),
                        List.of("registry"),
                        List.of(
                                "streams-aggregator-1",
                                "streams-aggregator-2",
                                "management-api-1",
                                "management-api-2",
                                "event-ingest-1",
                                "event-ingest-2",
                                "fetch-service-1",
                                "fetch-service-2",
                                "reporting-api-1",
                                "reporting-api-2"),
                        List.of("gateway"));
    }

    /// As the operations page lists them.
    @ParameterizedTest
    @CsvSource({
        "gateway, http://127.0.0.1:8180",
        "registry, http://127.0.0.1:8182/registry",
        "broker-1, 127.0.0.1:8191",
        "broker-3, 127.0.0.1:8193",
        "management-api-1, http://127.0.0.1:8211",
        "streams-aggregator-2, http://127.0.0.1:8222",
        "event-ingest-1, http://127.0.0.1:8231",
        "fetch-service-2, http://127.0.0.1:8242",
        "reporting-api-2, http://127.0.0.1:8252",
    })
    void everyProcessHasItsPort(String name, String address) {
        assertThat(spec(plan(2, 3, GATEWAY), name).address()).isEqualTo(address);
    }

    @Test
    void noTwoProcessesShareAPortAFolderOrALog() {
        ClusterPlan plan = plan(4, 9, GATEWAY);
        List<ProcessSpec> all = plan.stages().stream().flatMap(List::stream).toList();

        assertThat(all).hasSize(9 + 1 + 5 * 4 + 1);
        assertThat(all.stream().map(ProcessSpec::folder)).doesNotHaveDuplicates();
        assertThat(all.stream().map(ProcessSpec::log)).doesNotHaveDuplicates();
        assertThat(plan.portToName()).hasSize(all.size() + 9);
        assertThat(plan.portToName().keySet()).allMatch(port -> port >= 8_180 && port < 8_260);
    }

    @Test
    void everyBrokerKnowsAllControllers() {
        ClusterPlan plan = plan(2, 3, GATEWAY);

        assertThat(spec(plan, "broker-2").command())
                .contains(BrokerNode.class.getName(), "8201,8202,8203", "the-cluster-id")
                .containsSequence("--node", "2")
                .containsSequence("--port", "8192");
        assertThat(spec(plan, "registry").command())
                .contains(RegistryNode.class.getName())
                .containsSequence("--brokers", "127.0.0.1:8191,127.0.0.1:8192,127.0.0.1:8193");
    }

    @Test
    void everyServiceAgreesOnWhatAllMustShare() {
        ClusterPlan plan = plan(2, 3, GATEWAY);
        Set<Map<String, String>> shared = new HashSet<>();
        for (ProcessSpec spec : services(plan)) {
            Map<String, String> environment =
                    spec.environment().entrySet().stream()
                            .filter(variable ->
                                    variable.getKey()
                                            .matches("INTERLUDE_(KAFKA|SIGNING|OPERATOR)_.*"))
                            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
            shared.add(environment);
        }

        assertThat(shared).hasSize(1);
        assertThat(shared.iterator().next())
                .containsEntry(
                        "INTERLUDE_KAFKA_BOOTSTRAP_SERVERS",
                        "127.0.0.1:8191,127.0.0.1:8192,127.0.0.1:8193")
                .containsEntry(
                        "INTERLUDE_KAFKA_REGISTRY_URL",
                        "http://operator:an-operator-token@127.0.0.1:8182/registry")
                .containsEntry("INTERLUDE_KAFKA_REPLICATION_FACTOR", "3")
                .containsEntry("INTERLUDE_SIGNING_SECRETS", SIGNING_SECRET);
    }

    @Test
    void everyFetchInstanceHasANumberOfItsOwn() {
        ClusterPlan plan = plan(2, 3, GATEWAY);

        assertThat(spec(plan, "fetch-service-1").environment())
                .containsEntry("INTERLUDE_FETCH_NODE", "0")
                .containsEntry("INTERLUDE_FETCH_INSTANCES", "2")
                .containsEntry("INTERLUDE_FETCH_BASE_URL", "http://127.0.0.1:8180")
                .containsEntry(
                        "INTERLUDE_STATE_INSTANCES", "http://127.0.0.1:8221,http://127.0.0.1:8222");
        assertThat(spec(plan, "fetch-service-2").environment())
                .containsEntry("INTERLUDE_FETCH_NODE", "1");
        assertThat(spec(plan, "reporting-api-2").environment())
                .containsEntry("INTERLUDE_MCP_API_URL", "http://127.0.0.1:8180");
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 1"})
    void aSecondAggregatorStandsBy(int instances, String standbys) {
        assertThat(spec(plan(instances, 3, GATEWAY), "streams-aggregator-1").environment())
                .containsEntry("INTERLUDE_AGGREGATE_STANDBY_REPLICAS", standbys)
                .containsEntry("INTERLUDE_AGGREGATE_ADVERTISED_URL", "http://127.0.0.1:8221");
    }

    @Test
    void deadAggregatorsTransactionsEndSoonWhereABrokerIsAlwaysThere() {
        String variable = "INTERLUDE_AGGREGATE_TRANSACTION_TIMEOUT";

        assertThat(spec(plan(2, 3, GATEWAY), "streams-aggregator-1").environment())
                .containsEntry(variable, "10s");
        assertThat(spec(plan(2, 1, GATEWAY), "streams-aggregator-1").environment())
                .doesNotContainKey(variable);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 3", "5, 3"})
    void makesAsManyCopiesAsBrokersUpToThree(int brokers, String copies) {
        assertThat(spec(plan(1, brokers, GATEWAY), "event-ingest-1").environment())
                .containsEntry("INTERLUDE_KAFKA_REPLICATION_FACTOR", copies);
    }

    /// The variables that are always read; the others stand between `.if defined` and `.endif`.
    @Test
    void theGatewayIsToldAllThatItsConfigurationReads() {
        Set<String> told = spec(plan(4, 3, GATEWAY), "gateway").environment().keySet();

        assertThat(GatewayConfig.read().variables())
                .containsAll(told)
                .allMatch(variable ->
                        told.contains(variable) || variable.equals("GATEWAY_NAMESERVER"));
    }

    @Test
    void withoutAGatewayEachServiceIsAskedItself() {
        ClusterPlan plan = plan(2, 3, Optional.empty());

        assertThat(plan.stages()).hasSize(3);
        assertThat(plan.entrance()).isEqualTo(URI.create("http://127.0.0.1:8211"));
        assertThat(spec(plan, "fetch-service-1").environment())
                .containsEntry("INTERLUDE_FETCH_BASE_URL", "http://127.0.0.1:8231");
        assertThat(spec(plan, "reporting-api-2").environment())
                .containsEntry("INTERLUDE_MCP_API_URL", "http://127.0.0.1:8252");
    }

    @Test
    void printsNoSecret() {
        ProcessSpec spec = spec(plan(2, 3, GATEWAY), "fetch-service-1");

        assertThat(spec.toString() + secrets()).doesNotContain(SIGNING_SECRET);
        assertThat(spec.command()).noneMatch(word -> word.contains(SIGNING_SECRET));
    }

    private static List<ProcessSpec> services(ClusterPlan plan) {
        return plan.stages().stream()
                .flatMap(List::stream)
                .filter(spec -> spec.role().isService())
                .toList();
    }

    private static ProcessSpec spec(ClusterPlan plan, String name) {
        return plan.stages().stream()
                .flatMap(List::stream)
                .filter(spec -> spec.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private ClusterPlan plan(int instances, int brokers, Optional<List<String>> gateway) {
        ClusterOptions options =
                ClusterOptions.parse(
                        List.of(
                                "--instances",
                                String.valueOf(instances),
                                "--brokers",
                                String.valueOf(brokers)),
                        Map.of());
        return new ClusterPlan(
                options, secrets(), Installation.of(Path.of(".."), List.of()), gateway);
    }

    private static ClusterSecrets secrets() {
        return new ClusterSecrets(
                "the-cluster-id",
                new DataFolder.Secret(SIGNING_SECRET, true),
                new DataFolder.Secret("an-operator-token", true));
    }
}
