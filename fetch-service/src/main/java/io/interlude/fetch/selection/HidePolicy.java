package io.interlude.fetch.selection;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.frequency.HiddenAdvertisers;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.OrgId;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;

/// The rule by which an advertiser that a subscriber has hidden is held back.
///
/// @param mayHide whether any subscriber of the org may have hidden one: only then are counters
///   read for that
/// @param hideFor how long an advertiser stays hidden
public record HidePolicy(Predicate<OrgId> mayHide, Duration hideFor) {
    /// No subscriber hides anything.
    public static final HidePolicy NONE = new HidePolicy(_ -> false, Duration.ofDays(1));

    public HidePolicy {
        requireNonNull(mayHide, "mayHide is null");
        if (!hideFor.isPositive()) {
            throw new IllegalArgumentException("hideFor is not positive: " + hideFor);
        }
    }

    boolean concerns(DecisionRequest request) {
        return request.subscriber() != null && mayHide.test(request.orgId());
    }

    SubscriberCounters holding(SubscriberCounters counters, Instant now) {
        return HiddenAdvertisers.since(counters, now, hideFor);
    }
}
