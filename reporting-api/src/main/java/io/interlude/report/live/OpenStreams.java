package io.interlude.report.live;

import io.interlude.catalogue.key.Caller;
import io.interlude.domain.identity.OrgId;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The live streams that are open, of which a key and an org may have only so many. Safe for use by
/// many threads.
final class OpenStreams {
    private final int perKey;
    private final int perOrg;
    private final Map<Caller, Integer> callerToStreams = new HashMap<>();
    private final Map<OrgId, Integer> orgToStreams = new HashMap<>();
    private int count;

    OpenStreams(int perKey, int perOrg) {
        this.perKey = perKey;
        this.perOrg = perOrg;
    }

    synchronized int count() {
        return count;
    }

    /// Counts one more stream, until it is closed.
    ///
    /// @throws io.interlude.web.refusal.ProblemException `rate_limited` if there are too many
    synchronized void open(Caller caller) {
        if (callerToStreams.getOrDefault(caller, 0) >= perKey
                || orgToStreams.getOrDefault(caller.orgId(), 0) >= perOrg) {
            throw Problem.of(
                            Reason.RATE_LIMITED,
                            "The key or its org has too many live streams open: close one, or come"
                                    + " back after Retry-After seconds.")
                    .exception();
        }
        callerToStreams.merge(caller, 1, Integer::sum);
        orgToStreams.merge(caller.orgId(), 1, Integer::sum);
        count++;
    }

    synchronized void close(Caller caller) {
        callerToStreams.computeIfPresent(caller, (_, streams) -> oneLess(streams));
        orgToStreams.computeIfPresent(caller.orgId(), (_, streams) -> oneLess(streams));
        count--;
    }

    private static @Nullable Integer oneLess(int streams) {
        return streams == 1 ? null : streams - 1;
    }
}
