package io.interlude.local.broker;

import static io.interlude.local.broker.LocalBrokerException.Reason.FOLDER_IN_USE;
import static io.interlude.local.broker.LocalBrokerException.Reason.FOLDER_UNUSABLE;
import static io.interlude.local.broker.LocalBrokerException.Reason.NOT_STARTED;
import static io.interlude.local.broker.LocalBrokerException.Reason.PORT_BUSY;

import io.interlude.journal.loopback.FreePorts;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A real Kafka broker in this process: KRaft, broker and controller in one node, loopback only,
/// alone or with others as a [BrokerQuorum].
///
/// The first start formats the data folder and makes the cluster id; later starts find both. What
/// was acknowledged survives a kill of the process, because it is in the system's page cache.
/// Everything about one node's speed is in [LocalBrokerSettings].
///
/// Note: a fault that Kafka holds for fatal (a full disk, a damaged metadata log) halts the JVM, as
/// it would halt a broker of its own.
public final class LocalBroker implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LocalBroker.class);

    private final LocalBrokerConfig config;
    private final KafkaRaftServer server;
    private final FolderLock lock;
    private final AtomicBoolean closed = new AtomicBoolean();

    private LocalBroker(LocalBrokerConfig config, KafkaRaftServer server, FolderLock lock) {
        this.config = config;
        this.server = server;
        this.lock = lock;
    }

    /// Starts the broker and returns when clients can use it; a node of several waits until most of
    /// them run.
    ///
    /// @throws LocalBrokerException when the port or the folder can't be had
    public static LocalBroker start(LocalBrokerConfig config) {
        long startNanos = System.nanoTime();
        FolderLock lock = FolderLock.of(config.dataFolder());
        try {
            checkFree(config.port());
            int controllerPort =
                    config.controllerPort() == 0
                            ? freePort(config.port())
                            : checkFree(config.controllerPort());
            BrokerQuorum quorum =
                    config.quorum()
                            .orElseGet(() -> BrokerQuorum.alone(controllerPort, newClusterId()));
            format(config, quorum);
            KafkaRaftServer server = launch(config, quorum);
            LOG.info(
                    "event=broker_started port={} tookMillis={}",
                    config.port(),
                    (System.nanoTime() - startNanos) / 1_000_000);
            return new LocalBroker(config, server, lock);
        } catch (RuntimeException failure) {
            lock.close();
            throw failure;
        }
    }

    /// What clients put into `bootstrap.servers`.
    public String bootstrapServers() {
        return LocalBrokerSettings.HOST + ":" + config.port();
    }

    /// Stops the broker and gives the folder back; a second call does nothing. Close the clients
    /// first: they would retry until they are closed.
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        long startNanos = System.nanoTime();
        try {
            server.shutdown();
            server.awaitShutdown();
        } finally {
            lock.close();
        }
        LOG.info(
                "event=broker_stopped tookMillis={}", (System.nanoTime() - startNanos) / 1_000_000);
    }

    /// A cluster id for the nodes of a new quorum.
    public static String newClusterId() {
        return Uuid.randomUuid().toString();
    }

    private static KafkaRaftServer launch(LocalBrokerConfig config, BrokerQuorum quorum) {
        Map<String, String> settings = LocalBrokerSettings.of(config, quorum);
        @Nullable KafkaRaftServer server = null;
        try {
            server = new KafkaRaftServer(new KafkaConfig(settings, false), Time.SYSTEM);
            server.startup();
            return server;
        } catch (Exception failure) {
            // Scala declares no checked exceptions, and throws them.
            if (server != null) {
                stopQuietly(server);
            }
            throw explained(config, failure);
        }
    }

    private static void stopQuietly(KafkaRaftServer server) {
        try {
            server.shutdown();
        } catch (RuntimeException failure) {
            LOG.warn("event=broker_stop_failed", failure);
        }
    }

    private static LocalBrokerException explained(LocalBrokerConfig config, Exception failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) {
                return busy(config.port(), failure);
            }
        }
        return new LocalBrokerException(
                NOT_STARTED, "The broker did not start: " + failure.getMessage() + ".", failure);
    }

    private static LocalBrokerException busy(int port, Throwable cause) {
        return new LocalBrokerException(
                PORT_BUSY,
                "Port %d on 127.0.0.1 is in use by another program.".formatted(port),
                cause);
    }

    /// Asked before Kafka is, which would start half of itself and stop again.
    private static int checkFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            // As Kafka does: a port whose last connections are only closing counts as free.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(loopback(), port));
            return port;
        } catch (IOException failure) {
            throw busy(port, failure);
        }
    }

    private static int freePort(int except) {
        try {
            int port = FreePorts.one();
            return port == except ? FreePorts.one() : port;
        } catch (IllegalStateException failure) {
            throw new LocalBrokerException(
                    NOT_STARTED, "No free port was found on 127.0.0.1.", failure);
        }
    }

    private static InetAddress loopback() {
        return InetAddress.ofLiteral(LocalBrokerSettings.HOST);
    }

    /// Makes the folder this node's, or leaves it with its cluster id when it is already.
    private static void format(LocalBrokerConfig config, BrokerQuorum quorum) {
        Path folder = config.logFolder();
        if (Files.exists(folder.resolve("meta.properties"))) {
            return;
        }
        Formatter formatter =
                new Formatter()
                        .setPrintStream(silence())
                        .setNodeId(quorum.nodeId())
                        .setClusterId(quorum.clusterId())
                        .setControllerListenerName(LocalBrokerSettings.CONTROLLER_LISTENER)
                        .setMetadataLogDirectory(folder.toString())
                        .addDirectory(folder.toString());
        try {
            Files.createDirectories(folder);
            formatter.run();
        } catch (Exception failure) {
            // The formatter declares nothing narrower.
            throw new LocalBrokerException(
                    FOLDER_UNUSABLE,
                    "The folder %s can't hold the journal: %s."
                            .formatted(folder, failure.getMessage()),
                    failure);
        }
    }

    private static PrintStream silence() {
        return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    }

    /// Held as long as the broker runs: Kafka's own lock is tried late and its refusal is not told
    /// apart from other faults.
    private record FolderLock(FileChannel channel, FileLock lock) implements AutoCloseable {

        static FolderLock of(Path folder) {
            @Nullable FileChannel channel = null;
            try {
                Files.createDirectories(folder);
                channel =
                        FileChannel.open(
                                folder.resolve("broker.lock"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock();
                if (lock == null) {
                    throw new OverlappingFileLockException();
                }
                return new FolderLock(channel, lock);
            } catch (OverlappingFileLockException failure) {
                closeQuietly(channel);
                throw new LocalBrokerException(
                        FOLDER_IN_USE,
                        "The folder %s is in use by another process.".formatted(folder),
                        failure);
            } catch (IOException failure) {
                closeQuietly(channel);
                throw new LocalBrokerException(
                        FOLDER_UNUSABLE,
                        "The folder %s can't be written.".formatted(folder),
                        failure);
            }
        }

        @Override
        public void close() {
            closeQuietly(channel);
        }

        private static void closeQuietly(@Nullable FileChannel channel) {
            if (channel == null) {
                return;
            }
            try {
                channel.close();
            } catch (IOException failure) {
                LOG.warn("event=folder_lock_close_failed", failure);
            }
        }
    }
}
