package io.interlude.benchmark.faults.cluster;

import io.interlude.benchmark.faults.Product;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The processes of a running cluster, as its `cluster.json` names them.
final class ClusterProcesses {
    private static final int CONNECT_MILLIS = 500;

    private final Path file;

    ClusterProcesses(Path dataFolder) {
        file = dataFolder.resolve("cluster.json");
    }

    /// A process of the cluster.
    ///
    /// @param role its module, `broker`, `registry` or `gateway`
    /// @param starts how often it was started
    /// @param url of a service; `host:port` of anything else
    record Member(
            String name, String role, boolean alive, long pid, int starts, int port, URI url) {}

    private JsonNode read() {
        try {
            return JsonMapper.shared().readTree(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean exist() {
        return Files.exists(file);
    }

    boolean hasGateway() {
        return read().path("hasGateway").asBoolean();
    }

    String brokers() {
        return read().path("brokers").asString();
    }

    List<Member> all() {
        List<Member> members = new ArrayList<>();
        for (JsonNode each : read().path("processes")) {
            int port = each.path("port").asInt();
            members.add(
                    new Member(
                            each.path("name").asString(),
                            each.path("role").asString(),
                            each.path("alive").asBoolean(),
                            each.path("pid").asLong(),
                            each.path("starts").asInt(),
                            port,
                            URI.create("http://127.0.0.1:" + port)));
        }
        return members;
    }

    List<Member> of(String role) {
        return all().stream().filter(member -> member.role().equals(role)).toList();
    }

    Member named(String name) {
        return all().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }

    /// Ends it by SIGKILL.
    static void kill(Member member) {
        ProcessHandle.of(member.pid()).ifPresent(ProcessHandle::destroyForcibly);
    }

    /// Whether another process has taken its place, and does its work.
    boolean isBack(Member killed) throws InterruptedException {
        Member now = named(killed.name());
        return now.starts() > killed.starts() && now.alive() && isReady(now);
    }

    /// Whether it takes requests; of a broker, connections.
    static boolean isReady(Member member) throws InterruptedException {
        return switch (member.role()) {
            case "broker", "registry" -> listens(member.port());
            default -> new Product(member.url()).missing().isEmpty();
        };
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
