package io.interlude.aggregate.boot;

import io.interlude.web.settings.InvalidSettingsException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// Settings `interlude.aggregate.*`.
///
/// @param applicationId names the group, the changelogs and the transactions; a new one rebuilds
///   all state from the journal
/// @param stateFolder where the stores are, for this process alone; what is lost of it is read
///   again from the changelogs
/// @param threads stream threads, from 1; each is one consumer and one producer
/// @param commitInterval how long a transaction stays open; the second stage reads what is
///   committed, so this is most of the delay of reports
/// @param flushInterval how long partial sums are collected at least; they are sent on with the
///   first commit after it, and what line items spent with each
/// @param storeCache memory of all stores' blocks and write buffers together
/// @param parkedTimeout how long an event waits for its fetch before it is rejected
/// @param attributionWindow how long after its fetch an event may come; fetches are kept an hour
///   longer
/// @param closeTimeout how long closing may take
/// @param advertisedUrl where other services reach this instance, `http://host:port`; null for host
///   and port of its server
/// @param standbyReplicas other instances that follow each partition, 0 to 2
/// @param sessionTimeout how long an instance may be silent before its partitions are given away;
///   null for the brokers' own
/// @param transactionTimeout after how long an open transaction of a dead instance is given up;
///   what it hides cannot be taken over before
public record AggregateSettings(
        @DefaultValue(AggregateSettings.DEFAULT_APPLICATION_ID) String applicationId,
        @DefaultValue("data/aggregate") Path stateFolder,
        @DefaultValue("1") int threads,
        @DefaultValue("200ms") Duration commitInterval,
        @DefaultValue("100ms") Duration flushInterval,
        @DefaultValue("64MB") DataSize storeCache,
        @DefaultValue("1m") Duration parkedTimeout,
        @DefaultValue("30d") Duration attributionWindow,
        @DefaultValue("10s") Duration closeTimeout,
        @Nullable URI advertisedUrl,
        @DefaultValue("0") int standbyReplicas,
        @Nullable Duration sessionTimeout,
        @DefaultValue("60s") Duration transactionTimeout) {
    /// A new one for each topology that cannot go on from the state of the one before.
    public static final String DEFAULT_APPLICATION_ID = "interlude-aggregate-3";

    private static final DataSize SMALLEST_STORE_CACHE = DataSize.ofMegabytes(8);
    private static final int THREADS_MAX = 256;

    /// Brokers allow no more unless they are told to.
    private static final int STANDBYS_MAX = 2;

    public AggregateSettings {
        List<String> violations = new ArrayList<>();
        if (applicationId.isBlank()) {
            violations.add("application-id is blank");
        }
        if (threads < 1 || threads > THREADS_MAX) {
            violations.add("threads is not 1 to 256: " + threads);
        }
        if (storeCache.compareTo(SMALLEST_STORE_CACHE) < 0) {
            violations.add("store-cache is less than 8MB: " + storeCache);
        }
        addUnlessPositive(violations, "commit-interval", commitInterval);
        addUnlessPositive(violations, "flush-interval", flushInterval);
        addUnlessPositive(violations, "parked-timeout", parkedTimeout);
        addUnlessPositive(violations, "attribution-window", attributionWindow);
        addUnlessPositive(violations, "close-timeout", closeTimeout);
        if (advertisedUrl != null && (advertisedUrl.getHost() == null || hasPath(advertisedUrl))) {
            violations.add("advertised-url is not http://host:port: " + advertisedUrl);
        }
        if (standbyReplicas < 0 || standbyReplicas > STANDBYS_MAX) {
            violations.add("standby-replicas is not 0 to 2: " + standbyReplicas);
        }
        if (sessionTimeout != null) {
            addUnlessPositive(violations, "session-timeout", sessionTimeout);
        }
        addUnlessPositive(violations, "transaction-timeout", transactionTimeout);
        if (!violations.isEmpty()) {
            throw new InvalidSettingsException(violations);
        }
    }

    private static boolean hasPath(URI url) {
        return url.getPort() < 0 || !url.getRawPath().isEmpty();
    }

    private static void addUnlessPositive(List<String> violations, String name, Duration duration) {
        if (!duration.isPositive()) {
            violations.add(name + " is not positive: " + duration);
        }
    }
}
