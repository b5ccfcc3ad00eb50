package io.interlude.local.boot;

import io.interlude.local.registry.RegistryAccess;
import io.interlude.schema.topic.SubjectProvisioner;
import io.interlude.schema.topic.TopicProvisioner;
import io.interlude.web.boot.Provisioning;
import io.interlude.web.settings.KafkaSettings;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.kafka.clients.admin.Admin;

/// The topics, the registry and the subjects of the product in one process, made on threads of
/// their own while the beans are: a new broker takes some seconds for them.
final class LocalPrerequisites implements Provisioning, AutoCloseable {
    private static final Executor OWN_THREADS =
            making -> Thread.ofPlatform().name("prerequisites").daemon().start(making);

    private final CompletableFuture<List<String>> topics;
    private final RegistryAccess registry;
    private final CompletableFuture<?> subjects;

    /// Begins, and does not wait.
    LocalPrerequisites(KafkaSettings kafka) {
        topics = CompletableFuture.supplyAsync(() -> makeTopics(kafka), OWN_THREADS);
        URI registryUrl = kafka.registryUrl();
        registry =
                registryUrl == null
                        ? RegistryAccess.embedded(kafka.connection(), topics)
                        : RegistryAccess.remote(registryUrl);
        subjects =
                topics.thenRunAsync(
                        () -> new SubjectProvisioner(registry.client()).provision(), OWN_THREADS);
    }

    private static List<String> makeTopics(KafkaSettings kafka) {
        try (Admin admin = Admin.create(kafka.connection().adminSettings())) {
            return new TopicProvisioner(admin, kafka.topicSettings()).provision();
        }
    }

    /// Waits for all of it.
    @Override
    public void provision() {
        subjects.join();
    }

    /// Waits for the topics, and names those that did not exist before this start.
    List<String> newTopics() {
        return topics.join();
    }

    /// Its client waits for the topics.
    RegistryAccess registry() {
        return registry;
    }

    @Override
    public void close() {
        registry.close();
    }
}
