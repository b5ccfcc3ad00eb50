package io.interlude.aggregate.boot;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigsOptions;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Settings of the group that the brokers keep: with the Streams protocol they, not the members,
/// decide on standbys and on how long a silent member is waited for. Every instance sets them when
/// it starts; the last one wins.
final class GroupSettings {
    private static final Logger LOG = LoggerFactory.getLogger(GroupSettings.class);
    private static final int TIMEOUT_MS = 10_000;

    /// Beats within a session: two may be lost.
    private static final int BEATS = 3;

    private GroupSettings() {}

    /// Sets them. What the brokers refuse, because their own bounds are narrower, is logged and
    /// left as it was: the aggregation works with any.
    ///
    /// @param sessionTimeout null for the brokers' own
    static void apply(
            Admin admin,
            String applicationId,
            int standbyReplicas,
            @Nullable Duration sessionTimeout) {
        set(admin, applicationId, List.of(entry("streams.num.standby.replicas", standbyReplicas)));
        if (sessionTimeout != null) {
            List<ConfigEntry> session = new ArrayList<>();
            session.add(entry("streams.session.timeout.ms", sessionTimeout.toMillis()));
            session.add(entry("streams.heartbeat.interval.ms", sessionTimeout.toMillis() / BEATS));
            set(admin, applicationId, session);
        }
    }

    private static ConfigEntry entry(String name, long value) {
        return new ConfigEntry(name, Long.toString(value));
    }

    private static void set(Admin admin, String applicationId, List<ConfigEntry> entries) {
        Collection<AlterConfigOp> changes =
                entries.stream()
                        .map(entry -> new AlterConfigOp(entry, AlterConfigOp.OpType.SET))
                        .toList();
        try {
            admin.incrementalAlterConfigs(
                            Map.of(
                                    new ConfigResource(ConfigResource.Type.GROUP, applicationId),
                                    changes),
                            new AlterConfigsOptions().timeoutMs(TIMEOUT_MS))
                    .all()
                    .get(2L * TIMEOUT_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("event=group_settings_refused settings={} cause={}", entries, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
