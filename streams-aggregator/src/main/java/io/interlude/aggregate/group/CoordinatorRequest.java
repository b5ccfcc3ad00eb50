package io.interlude.aggregate.group;

import io.interlude.journal.kafka.KafkaConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.ApiVersions;
import org.apache.kafka.clients.ClientResponse;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.clients.DefaultHostResolver;
import org.apache.kafka.clients.ManualMetadataUpdater;
import org.apache.kafka.clients.NetworkClient;
import org.apache.kafka.clients.NetworkClientUtils;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;

/// One request to the coordinator of a group that the admin client has no method for, over a
/// connection of its own, encrypted and logged in as every other.
final class CoordinatorRequest {
    /// How long connecting and the answer may take, each.
    static final Duration DEADLINE = Duration.ofSeconds(5);

    private static final String CLIENT = "group-coordinator";

    private CoordinatorRequest() {}

    /// @throws IOException without an answer
    static AbstractResponse send(
            KafkaConnection connection, Node coordinator, AbstractRequest.Builder<?> request)
            throws IOException {
        int deadlineMillis = Math.toIntExact(DEADLINE.toMillis());
        try (Metrics metrics = new Metrics();
                NetworkClient client =
                        ClientUtils.createNetworkClient(
                                new AdminClientConfig(connection.adminSettings()),
                                CLIENT,
                                metrics,
                                CLIENT,
                                new LogContext(),
                                new ApiVersions(),
                                Time.SYSTEM,
                                1,
                                deadlineMillis,
                                null,
                                new ManualMetadataUpdater(List.of(coordinator)),
                                new DefaultHostResolver(),
                                null,
                                null)) {
            if (!NetworkClientUtils.awaitReady(client, coordinator, Time.SYSTEM, deadlineMillis)) {
                throw new IOException("The broker does not answer.");
            }
            ClientResponse answer =
                    NetworkClientUtils.sendAndReceive(
                            client,
                            client.newClientRequest(
                                    coordinator.idString(),
                                    request,
                                    Time.SYSTEM.milliseconds(),
                                    true),
                            Time.SYSTEM);
            if (!answer.hasResponse()) {
                throw new IOException("The broker gave no answer.");
            }
            return answer.responseBody();
        }
    }
}
