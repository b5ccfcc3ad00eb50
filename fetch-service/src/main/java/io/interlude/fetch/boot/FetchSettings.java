package io.interlude.fetch.boot;

import io.interlude.fetch.journal.FetchIds;
import io.interlude.fetch.overlay.InstanceNumber;
import io.interlude.web.settings.InvalidSettingsException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings `interlude.fetch.*`.
///
/// @param baseUrl what click URLs begin with
/// @param counterWait how long a fetch waits for the subscriber's counters, at most 5 s
/// @param overlaySize most own fetches that are kept until the aggregator has applied them
/// @param node number of this instance in its fetch ids, 0 to 1,023; null for a random one
/// @param instances fetch instances that serve side by side, which share budgets by their nodes
/// @param hideFor how long an advertiser stays hidden from a subscriber, up to 3,650 days
public record FetchSettings(
        @DefaultValue("http://127.0.0.1:8080") URI baseUrl,
        @DefaultValue("200ms") Duration counterWait,
        @DefaultValue("500000") int overlaySize,
        @Nullable Integer node,
        @DefaultValue("1") int instances,
        @DefaultValue("90d") Duration hideFor) {
    private static final Duration LONGEST_COUNTER_WAIT = Duration.ofSeconds(5);
    private static final Duration LONGEST_HIDE = Duration.ofDays(3_650);

    public FetchSettings {
        List<String> violations = new ArrayList<>();
        if (baseUrl.getHost() == null) {
            violations.add("base-url is not an absolute URL: " + baseUrl);
        }
        if (!counterWait.isPositive() || counterWait.compareTo(LONGEST_COUNTER_WAIT) > 0) {
            violations.add("counter-wait is not up to 5 s: " + counterWait);
        }
        if (overlaySize < 1) {
            violations.add("overlay-size is not 1 or more: " + overlaySize);
        }
        if (node != null && (node < 0 || node > FetchIds.LARGEST_NODE)) {
            violations.add("node is not 0 to 1023: " + node);
        }
        if (instances < 1 || instances > FetchIds.LARGEST_NODE + 1) {
            violations.add("instances is not 1 to 1024: " + instances);
        } else if (instances > 1 && (node == null || node >= instances)) {
            violations.add(
                    "node is not 0 to "
                            + (instances - 1)
                            + ", as "
                            + instances
                            + " instances need: "
                            + node);
        }
        if (!hideFor.isPositive() || hideFor.compareTo(LONGEST_HIDE) > 0) {
            violations.add("hide-for is not up to 3650 days: " + hideFor);
        }
        if (!violations.isEmpty()) {
            throw new InvalidSettingsException(violations);
        }
    }

    InstanceNumber instanceNumber() {
        return node == null || instances == 1
                ? InstanceNumber.ONLY
                : new InstanceNumber(node, instances);
    }
}
