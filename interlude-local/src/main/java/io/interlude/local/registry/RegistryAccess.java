package io.interlude.local.registry;

import io.interlude.journal.kafka.KafkaConnection;
import io.interlude.schema.client.HttpRegistryConfig;
import io.interlude.schema.client.HttpSchemaRegistryClient;
import io.interlude.schema.client.SchemaRegistryClient;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.KafkaSchemaJournal;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.registry.rest.RegistryRequestHandler;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.interlude.web.access.OperatorGate;
import io.interlude.web.route.RouteGroup;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import reactor.core.scheduler.Schedulers;

/// The schema registry that the process uses: its own, which it also serves, or another one.
public sealed interface RegistryAccess extends AutoCloseable {
    /// What serdes ask.
    SchemaRegistryClient client();

    /// What is served under `/registry`: nothing when the registry is another one.
    ///
    /// @param operator lets writes pass
    RouteGroup routes(OperatorGate operator);

    @Override
    void close();

    /// The registry at the URL.
    static RegistryAccess remote(URI url) {
        return new Remote(new HttpSchemaRegistryClient(HttpRegistryConfig.at(url.toString())));
    }

    /// The registry of this process, loaded from the topic `_schemas` once `topics` is complete.
    /// Whoever asks its client before waits.
    static RegistryAccess embedded(KafkaConnection kafka, CompletableFuture<?> topics) {
        return new Embedded(
                topics.thenApply(_ ->
                        SchemaRegistry.load(
                                KafkaSchemaJournal.open(kafka.settings(), Embedded.DEADLINE),
                                Topics.all().stream()
                                        .map(Topic::subject)
                                        .collect(Collectors.toSet()))));
    }

    /// A registry elsewhere.
    record Remote(SchemaRegistryClient client) implements RegistryAccess {
        @Override
        public RouteGroup routes(OperatorGate operator) {
            return _ -> {};
        }

        @Override
        public void close() {
            client.close();
        }
    }

    /// The registry in this process.
    record Embedded(CompletableFuture<SchemaRegistry> registry) implements RegistryAccess {
        private static final Duration DEADLINE = Duration.ofSeconds(10);

        @Override
        public SchemaRegistryClient client() {
            return new InProcessSchemaRegistryClient(registry::join);
        }

        @Override
        public RouteGroup routes(OperatorGate operator) {
            return new RegistryRoutes(
                    registry.thenApply(RegistryRequestHandler::new)::join,
                    operator,
                    Schedulers.boundedElastic());
        }

        @Override
        public void close() {
            var _ = registry.thenAccept(SchemaRegistry::close);
        }
    }
}
