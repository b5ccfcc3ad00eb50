package io.interlude.benchmark.load.floor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.benchmark.load.boot.FloorJournal;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;

/// The floor as a process of its own, on a free port, with a topic of its own that goes when it
/// ends.
public final class FloorProcess implements AutoCloseable {
    private final Process process;
    private final URI url;
    private final Admin admin;

    private FloorProcess(Process process, URI url, Admin admin) {
        this.process = process;
        this.url = url;
        this.admin = admin;
    }

    /// Starts the bare endpoint.
    ///
    /// @param partitionsLike topic of the product whose number of partitions the floor's has too
    /// @param fetchAnswer what it answers to a fetch
    /// @param server what runs in it: [FloorServer] or [BootFloorServer]
    public static FloorProcess start(
            String brokers, String partitionsLike, byte[] fetchAnswer, Class<?> server)
            throws IOException, InterruptedException, ExecutionException {
        Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, brokers));
        int partitions =
                admin.describeTopics(List.of(partitionsLike))
                        .allTopicNames()
                        .get()
                        .values()
                        .iterator()
                        .next()
                        .partitions()
                        .size();
        NewTopic topic =
                new NewTopic(FloorJournal.TOPIC, Optional.of(partitions), Optional.empty());
        if (!admin.listTopics().names().get().contains(FloorJournal.TOPIC)) {
            admin.createTopics(List.of(topic)).all().get();
        }
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "@" + System.getProperty("interlude.options"),
                                "-cp",
                                System.getProperty("java.class.path"),
                                server.getName(),
                                brokers,
                                Base64.getEncoder().encodeToString(fetchAnswer))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        BufferedReader lines = process.inputReader(UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("ready ")) {
                int port = Integer.parseInt(line.substring("ready ".length()));
                return new FloorProcess(process, URI.create("http://127.0.0.1:" + port), admin);
            }
        }
        throw new IOException("the floor did not start");
    }

    public URI url() {
        return url;
    }

    public long processId() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroy();
        admin.deleteTopics(List.of(FloorJournal.TOPIC));
        admin.close();
    }
}
