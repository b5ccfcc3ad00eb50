package io.interlude.web.settings;

import io.interlude.journal.outbox.DiskReserve;
import io.interlude.journal.outbox.DiskShares;
import io.interlude.web.access.RateLimits;
import io.interlude.web.limits.Admission;
import io.interlude.web.limits.Share;
import io.interlude.web.server.ConnectionLimits;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// Settings `interlude.limits.*`.
///
/// @param connections most open connections
/// @param headerTimeout how long a request's headers may take to arrive
/// @param responseTimeout how long a client may take nothing of an answer
/// @param servingAtOnce most fetches and events under way
/// @param clicksAtOnce most click redirects under way
/// @param othersAtOnce most other requests under way; health and metrics have no bound
/// @param streamsAtOnce most live streams open
/// @param streamsPerKey most of one key
/// @param streamsPerOrg most of one org
/// @param cataloguePerOrg heap that the catalogue of one org may take in every process before what
///   makes it larger is refused
/// @param diskPerOrg what one org may write to the journal in a day, and as much again to its
///   catalogue; 0 bounds it by the disk alone, where that is of this process
/// @param fetchKeyRate requests a second of a fetch key without a limit of its own; 0 is none
/// @param tagRate the same of a publisher tag
/// @param mgmtKeyRate the same of a management key
/// @param readKeyRate the same of a read key
/// @param strangerRate requests a second from one public address that no key allows; 0 is no limit
/// @param operatorGuessRate wrong operator tokens a second from one address; 0 is no limit
public record LimitSettings(
        @DefaultValue("10000") int connections,
        @DefaultValue("10s") Duration headerTimeout,
        @DefaultValue("30s") Duration responseTimeout,
        @DefaultValue("2000") int servingAtOnce,
        @DefaultValue("1000") int clicksAtOnce,
        @DefaultValue("500") int othersAtOnce,
        @DefaultValue("1000") int streamsAtOnce,
        @DefaultValue("20") int streamsPerKey,
        @DefaultValue("50") int streamsPerOrg,
        @DefaultValue("64MB") DataSize cataloguePerOrg,
        @DefaultValue("0B") DataSize diskPerOrg,
        @DefaultValue("0") int fetchKeyRate,
        @DefaultValue("200") int tagRate,
        @DefaultValue("0") int mgmtKeyRate,
        @DefaultValue("0") int readKeyRate,
        @DefaultValue("200") int strangerRate,
        @DefaultValue("10") int operatorGuessRate) {
    public LimitSettings {
        List<String> violations = new ArrayList<>();
        atLeast(violations, "connections", 1, connections);
        atLeast(violations, "serving-at-once", 1, servingAtOnce);
        atLeast(violations, "clicks-at-once", 1, clicksAtOnce);
        atLeast(violations, "others-at-once", 1, othersAtOnce);
        atLeast(violations, "streams-at-once", 1, streamsAtOnce);
        atLeast(violations, "streams-per-key", 1, streamsPerKey);
        atLeast(violations, "streams-per-org", 1, streamsPerOrg);
        if (cataloguePerOrg.toBytes() < 1) {
            violations.add("catalogue-per-org is not positive: " + cataloguePerOrg);
        }
        if (diskPerOrg.isNegative()) {
            violations.add("disk-per-org is under 0: " + diskPerOrg);
        }
        atLeast(violations, "fetch-key-rate", 0, fetchKeyRate);
        atLeast(violations, "tag-rate", 0, tagRate);
        atLeast(violations, "mgmt-key-rate", 0, mgmtKeyRate);
        atLeast(violations, "read-key-rate", 0, readKeyRate);
        atLeast(violations, "stranger-rate", 0, strangerRate);
        atLeast(violations, "operator-guess-rate", 0, operatorGuessRate);
        positive(violations, "header-timeout", headerTimeout);
        positive(violations, "response-timeout", responseTimeout);
        InvalidSettingsException.throwIfAny(violations);
    }

    public ConnectionLimits connectionLimits() {
        return new ConnectionLimits(connections, headerTimeout, responseTimeout);
    }

    public Admission admission(MeterRegistry registry) {
        return new Admission(
                Map.of(
                        Share.SERVING,
                        servingAtOnce,
                        Share.CLICKS,
                        clicksAtOnce,
                        Share.OTHERS,
                        othersAtOnce,
                        Share.STREAMS,
                        streamsAtOnce),
                registry);
    }

    /// Shares of the disk by these settings.
    ///
    /// @param written what is counted, as a tag of the metrics
    public DiskShares diskShares(
            DiskReserve reserve, InstantSource clock, String written, MeterRegistry registry) {
        long mostBytes = diskPerOrg.toBytes() == 0 ? Long.MAX_VALUE : diskPerOrg.toBytes();
        return DiskShares.of(reserve, mostBytes, clock, written, registry);
    }

    public RateLimits.Defaults rates() {
        return new RateLimits.Defaults(
                fetchKeyRate, tagRate, mgmtKeyRate, readKeyRate, strangerRate);
    }

    private static void atLeast(List<String> violations, String name, int least, int value) {
        if (value < least) {
            violations.add(name + " is under " + least + ": " + value);
        }
    }

    private static void positive(List<String> violations, String name, Duration duration) {
        if (!duration.isPositive()) {
            violations.add(name + " is not positive: " + duration);
        }
    }
}
