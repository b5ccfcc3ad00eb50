package io.interlude.report.lift;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.catalogue.ConversionGoal;
import io.interlude.domain.lift.Holdout;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/// The question for a campaign's lift.
///
/// @param lineItemIds all of the campaign's, archived ones included
/// @param goal goal of the conversions that count, up to its longer window after the first request
record LiftQuestion(
        String campaignId, Set<String> lineItemIds, Holdout holdout, ConversionGoal goal) {
    LiftQuestion {
        requireNonNull(campaignId, "campaignId is null");
        lineItemIds = Set.copyOf(lineItemIds);
        requireNonNull(holdout, "holdout is null");
        requireNonNull(goal, "goal is null");
    }

    boolean isOfCampaign(String lineItemId) {
        return lineItemIds.contains(lineItemId);
    }

    /// True when there was this holdout.
    boolean covers(Instant at) {
        Instant since = holdout.since();
        Instant until = holdout.until();
        return since != null && !at.isBefore(since) && (until == null || at.isBefore(until));
    }

    boolean counts(String conversionName, Instant seenAt, Instant convertedAt) {
        Duration after = Duration.between(seenAt, convertedAt);
        Duration window =
                goal.clickWindow().compareTo(goal.viewWindow()) > 0
                        ? goal.clickWindow()
                        : goal.viewWindow();
        return goal.names().contains(conversionName)
                && !after.isNegative()
                && after.compareTo(window) <= 0;
    }
}
