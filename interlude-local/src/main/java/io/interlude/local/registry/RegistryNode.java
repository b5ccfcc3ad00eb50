package io.interlude.local.registry;

import io.interlude.journal.availability.ReadinessCheck;
import io.interlude.journal.kafka.KafkaConnection;
import io.interlude.local.broker.BrokerQuorum;
import io.interlude.local.node.NodeMain;
import io.interlude.local.node.NodeOptions;
import io.interlude.schema.topic.TopicProvisioner;
import io.interlude.schema.topic.TopicSettings;
import io.interlude.web.access.OperatorGate;
import io.interlude.web.access.OperatorToken;
import io.interlude.web.health.HealthRoutes;
import io.interlude.web.metrics.MetricsRoutes;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.server.HttpEndpoint;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.context.SmartLifecycle;

/// The embedded schema registry as a process of its own, at `/registry` of its port.
///
/// Arguments: `--port`, `--brokers` `host:port[,host:port…]`, `--nodes` how many brokers there are,
/// `--partitions` of the journal's topics. The variable `INTERLUDE_OPERATOR_TOKEN` is what writes
/// need. It makes the topics, of which it needs `_schemas`. Only one may run at a time: two would
/// give the same ids to different schemas.
public final class RegistryNode {
    private static final Duration STOP_DEADLINE = Duration.ofSeconds(5);

    private static final String TOKEN = "INTERLUDE_OPERATOR_TOKEN";
    private static final int WRONG_TOKENS_PER_SECOND = 10;

    private RegistryNode() {}

    /// Serves the registry until it is told to stop.
    public static void main(String[] arguments) throws InterruptedException {
        NodeMain.run(arguments, STOP_DEADLINE, RegistryNode::start);
    }

    private static AutoCloseable start(NodeOptions options) {
        KafkaConnection kafka = KafkaConnection.plain(options.text("brokers"));
        makeTopics(kafka, options.number("partitions"), options.number("nodes"));
        RegistryAccess registry =
                RegistryAccess.embedded(kafka, CompletableFuture.completedFuture(null));
        OperatorToken token = new OperatorToken(operatorToken());
        PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        List<RouteGroup> routes =
                List.of(
                        registry.routes(new OperatorGate(token, WRONG_TOKENS_PER_SECOND, meters)),
                        new HealthRoutes(List::<ReadinessCheck>of),
                        new MetricsRoutes(meters));
        HttpEndpoint endpoint =
                new HttpEndpoint(
                        limits(options.number("port")),
                        routes,
                        meters,
                        SmartLifecycle.DEFAULT_PHASE);
        endpoint.start();
        return () -> {
            endpoint.stop();
            registry.close();
        };
    }

    private static String operatorToken() {
        String token = System.getenv(TOKEN);
        if (token == null) {
            throw new IllegalArgumentException("Set " + TOKEN + ": writes need it.");
        }
        return token;
    }

    private static void makeTopics(KafkaConnection kafka, int partitions, int nodes) {
        TopicSettings settings = TopicSettings.replicated(partitions, BrokerQuorum.copies(nodes));
        try (Admin admin = Admin.create(kafka.adminSettings())) {
            new TopicProvisioner(admin, settings).provision();
        }
    }

    private static HttpEndpoint.Limits limits(int port) {
        return new HttpEndpoint.Limits(
                "127.0.0.1",
                port,
                64 << 10,
                16 << 10,
                Duration.ofSeconds(60),
                Duration.ofSeconds(15),
                Duration.ofSeconds(2));
    }
}
