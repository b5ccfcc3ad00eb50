package io.interlude.local.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.journal.loopback.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalBrokerIT {
    private static final int DEADLINE_SECONDS = 60;

    @TempDir private Path folder;

    @Test
    void keepsTopicsAndClusterIdOverARestart() throws Exception {
        int port = FreePorts.one();
        String clusterId;
        try (LocalBroker broker = LocalBroker.start(LocalBrokerConfig.of(folder, port));
                Admin admin = admin(broker)) {
            admin.createTopics(List.of(new NewTopic("kept", 3, (short) 1)))
                    .all()
                    .get(DEADLINE_SECONDS, TimeUnit.SECONDS);
            clusterId = admin.describeCluster().clusterId().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        }

        try (LocalBroker broker = LocalBroker.start(LocalBrokerConfig.of(folder, port));
                Admin admin = admin(broker)) {
            assertThat(admin.listTopics().names().get(DEADLINE_SECONDS, TimeUnit.SECONDS))
                    .contains("kept");
            assertThat(admin.describeCluster().clusterId().get(DEADLINE_SECONDS, TimeUnit.SECONDS))
                    .isEqualTo(clusterId);
        }
    }

    @Test
    void namesThePortThatIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            LocalBrokerConfig config = LocalBrokerConfig.of(folder, taken.getLocalPort());

            assertThatThrownBy(() -> LocalBroker.start(config))
                    .isInstanceOfSatisfying(
                            LocalBrokerException.class,
                            failure ->
                                    assertThat(failure.reason())
                                            .isEqualTo(LocalBrokerException.Reason.PORT_BUSY))
                    .hasMessageContaining(String.valueOf(taken.getLocalPort()));
        }
    }

    private static Admin admin(LocalBroker broker) {
        return Admin.create(
                Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers()));
    }
}
