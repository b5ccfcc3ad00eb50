package io.interlude.local.broker;

import java.util.LinkedHashMap;
import java.util.Map;

/// Every Kafka setting of a broker of ours that differs from Kafka's default, with its reason.
final class LocalBrokerSettings {

    static final String CONTROLLER_LISTENER = "CONTROLLER";
    static final String HOST = "127.0.0.1";

    private static final String NO_LIMIT = "-1";
    private static final String NEVER = String.valueOf(Integer.MAX_VALUE);
    private static final String SMALL_SEGMENT_BYTES = String.valueOf(8 << 20);

    private LocalBrokerSettings() {}

    static Map<String, String> of(LocalBrokerConfig config, BrokerQuorum quorum) {
        Map<String, String> settings = new LinkedHashMap<>();
        addNode(settings, config, quorum);
        if (quorum.nodes() == 1) {
            addLivenessAlone(settings);
        } else {
            addLivenessOfSeveral(settings);
        }
        addInternalTopics(settings, quorum);
        addGroups(settings);
        addMembership(settings, quorum);
        addThreadsAndSockets(settings, config);
        addLog(settings, config);
        return settings;
    }

    private static void addNode(
            Map<String, String> settings, LocalBrokerConfig config, BrokerQuorum quorum) {
        String client = "PLAINTEXT://" + HOST + ":" + config.port();
        String controller = CONTROLLER_LISTENER + "://" + HOST + ":" + quorum.controllerPort();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", String.valueOf(quorum.nodeId()));
        // Loopback only: the product's own HTTP ports are the way in.
        settings.put("listeners", client + "," + controller);
        settings.put("advertised.listeners", client);
        settings.put("controller.listener.names", CONTROLLER_LISTENER);
        settings.put(
                "listener.security.protocol.map",
                "PLAINTEXT:PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
        // A static voter is read from here at each start and its address is kept nowhere, so the
        // controller port may differ at every start. A dynamic quorum would write it to disk.
        settings.put("controller.quorum.voters", quorum.voters());
        settings.put("log.dirs", config.logFolder().toString());
        // Every topic is declared; a misspelt name must fail, not create one with one partition.
        settings.put("auto.create.topics.enable", "false");
        settings.put("default.replication.factor", copies(quorum));
        settings.put("min.insync.replicas", leastCopies(quorum));
        // Nothing listens to JMX here; a bean for each of thousands of metrics costs heap and
        // start.
        settings.put("metric.reporters", "");
        settings.put("metrics.jmx.exclude", ".*");
    }

    private static String copies(BrokerQuorum quorum) {
        return String.valueOf(BrokerQuorum.copies(quorum.nodes()));
    }

    private static String leastCopies(BrokerQuorum quorum) {
        return String.valueOf(BrokerQuorum.leastCopies(quorum.nodes()));
    }

    private static void addLivenessAlone(Map<String, String> settings) {
        settings.put("auto.leader.rebalance.enable", "false");
        // After a kill the controller refuses the new broker until the old one's lease is over
        // (default 9 s), and a refused broker asks again after one heartbeat interval (default
        // 2 s). A lease of 1.5 s was lost for moments on an overloaded machine.
        settings.put("broker.session.timeout.ms", "3000");
        settings.put("broker.heartbeat.interval.ms", "250");
        // Default: a no-op record each 500 ms, for ever. Followers need it, and there are none.
        settings.put("metadata.max.idle.interval.ms", "5000");
        // The only voter has nobody to wait for.
        settings.put("controller.quorum.election.timeout.ms", "200");
        settings.put("controller.quorum.election.backoff.max.ms", "100");
        // Default 25 ms: each creation of topics, registration and lease waits for it.
        settings.put("controller.quorum.append.linger.ms", "5");
    }

    private static void addLivenessOfSeveral(Map<String, String> settings) {
        // While a dead broker's lease runs (default 9 s), records with copies on it are not
        // acknowledged. A dozen JVMs that start on two cores stall one another for more than 2 s.
        settings.put("broker.session.timeout.ms", "4000");
        settings.put("broker.heartbeat.interval.ms", "500");
        // A broker that came back leads its share again soon (defaults: every 5 minutes, and not
        // below 10 % of imbalance).
        settings.put("leader.imbalance.check.interval.seconds", "10");
        settings.put("leader.imbalance.per.broker.percentage", "0");
    }

    private static void addInternalTopics(Map<String, String> settings, BrokerQuorum quorum) {
        // Few partitions, because each one is files and start time.
        settings.put("offsets.topic.replication.factor", copies(quorum));
        settings.put("offsets.topic.num.partitions", "4");
        settings.put("transaction.state.log.replication.factor", copies(quorum));
        settings.put("transaction.state.log.min.isr", leastCopies(quorum));
        settings.put("transaction.state.log.num.partitions", "4");
        settings.put("share.coordinator.state.topic.replication.factor", copies(quorum));
        settings.put("share.coordinator.state.topic.min.isr", leastCopies(quorum));
        settings.put("share.coordinator.state.topic.num.partitions", "1");
        // Read whole at each start, and the active segment is never compacted (default 100 MiB).
        settings.put("offsets.topic.segment.bytes", SMALL_SEGMENT_BYTES);
        settings.put("transaction.state.log.segment.bytes", SMALL_SEGMENT_BYTES);
        settings.put("share.coordinator.state.topic.segment.bytes", SMALL_SEGMENT_BYTES);
        // A product that stayed off for a week must not count its journal again from the start.
        settings.put("offsets.retention.minutes", NEVER);
        // What a killed producer left open holds read_committed readers back; look each second
        // (default 10 s) for those past their transaction.timeout.ms.
        settings.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
    }

    private static void addGroups(Map<String, String> settings) {
        // Nobody else is about to join: don't wait for them.
        settings.put("group.initial.rebalance.delay.ms", "0");
        settings.put("group.streams.assignment.interval.ms", "0");
        settings.put("group.consumer.assignment.interval.ms", "0");
        // A Streams start takes a few heartbeats (join, topics made, assigned, tasks taken over);
        // the default of 5 s each is most of its time.
        settings.put("group.streams.min.heartbeat.interval.ms", "100");
        settings.put("group.streams.heartbeat.interval.ms", "300");
        settings.put("group.streams.min.session.timeout.ms", "1000");
        settings.put("group.consumer.min.heartbeat.interval.ms", "100");
        settings.put("group.consumer.heartbeat.interval.ms", "1000");
        settings.put("group.consumer.min.session.timeout.ms", "1000");
        settings.put("group.consumer.session.timeout.ms", "10000");
        settings.put("group.min.session.timeout.ms", "1000");
    }

    /// How long the tasks of a killed member stay taken. Not lower: a stall of the machine would
    /// fence a living member.
    private static void addMembership(Map<String, String> settings, BrokerQuorum quorum) {
        // Alone it is the last resort, when StaleMembers could not remove the member; among several
        // another member waits for the tasks.
        String sessionMillis = quorum.nodes() == 1 ? "10000" : "6000";
        settings.put("group.streams.session.timeout.ms", sessionMillis);
        // A first member would take every task, and the second cause a rebalance (default 3 s).
        String firstMillis = quorum.nodes() == 1 ? "0" : "1000";
        settings.put("group.streams.initial.rebalance.delay.ms", firstMillis);
    }

    private static void addThreadsAndSockets(
            Map<String, String> settings, LocalBrokerConfig config) {
        // Sized for a handful of local clients on a few cores.
        settings.put("num.network.threads", "2");
        settings.put("num.io.threads", String.valueOf(config.ioThreads()));
        settings.put("background.threads", "2");
        settings.put("group.coordinator.threads", "1");
        settings.put("group.coordinator.background.threads", "1");
        settings.put("share.coordinator.threads", "1");
        settings.put("num.recovery.threads.per.data.dir", "2");
        settings.put("num.replica.alter.log.dirs.threads", "1");
        // Let the system size loopback buffers.
        settings.put("socket.send.buffer.bytes", NO_LIMIT);
        settings.put("socket.receive.buffer.bytes", NO_LIMIT);
        // The connection of an idle client stays: making it anew costs a reader its first fetch.
        settings.put("connections.max.idle.ms", "3600000");
    }

    private static void addLog(Map<String, String> settings, LocalBrokerConfig config) {
        // The journal is the product's memory: nothing goes unless a topic says so.
        settings.put("log.retention.ms", NO_LIMIT);
        settings.put("log.retention.bytes", NO_LIMIT);
        settings.put("log.segment.bytes", String.valueOf(config.segmentBytes()));
        // Made at full size for each active segment (two each); 10 MiB by default.
        settings.put("log.index.size.max.bytes", String.valueOf(1 << 20));
        // Default 128 MiB of heap, taken at start and kept. 8 MiB maps 300,000 keys a pass.
        settings.put("log.cleaner.dedupe.buffer.size", String.valueOf(8 << 20));
        settings.put("log.cleaner.io.buffer.size", String.valueOf(256 << 10));
        settings.put("log.cleaner.threads", "1");
        // Changelogs are read again after a kill: keep them close to one record for each key.
        settings.put("log.cleaner.min.cleanable.ratio", "0.3");
    }
}
