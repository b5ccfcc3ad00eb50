package io.interlude.domain.rotation;

import io.interlude.domain.outcome.OutcomeCell;
import io.interlude.domain.outcome.OutcomeFold;
import java.util.List;
import java.util.Map;

/// The engagement of a creative, as far as the journal is applied.
///
/// @param engagedFetches fetches with at least one event that engages, as a click does
/// @param recent all fetches, and of the rotation's epochs the latest [#KEPT_EPOCHS] in which the
///   creative was served
/// @param partitionToAppliedOffset for each partition of `ads.fetches`, the last offset that is
///   included
/// @param outcomes what rates are predicted from, as [OutcomeFold] keeps it
public record CreativeEngagement(
        long engagedFetches,
        Engagement recent,
        Map<Integer, Long> partitionToAppliedOffset,
        List<OutcomeCell> outcomes) {
    public static final int KEPT_EPOCHS = 32;

    public static final CreativeEngagement NONE =
            new CreativeEngagement(0, Engagement.NONE, Map.of());

    public CreativeEngagement {
        recent =
                new Engagement(
                        recent.fetches(),
                        recent.lastServed(),
                        recent.lastEngaged(),
                        newest(recent.epochs()));
        partitionToAppliedOffset = Map.copyOf(partitionToAppliedOffset);
        outcomes = List.copyOf(outcomes);
    }

    /// Without outcomes.
    public CreativeEngagement(
            long engagedFetches, Engagement recent, Map<Integer, Long> partitionToAppliedOffset) {
        this(engagedFetches, recent, partitionToAppliedOffset, List.of());
    }

    /// Nothing but what came of fetches.
    public static CreativeEngagement outcome(OutcomeCell outcome) {
        return NONE.withOutcome(outcome);
    }

    /// The same with an outcome more.
    public CreativeEngagement withOutcome(OutcomeCell outcome) {
        return new CreativeEngagement(
                engagedFetches,
                recent,
                partitionToAppliedOffset,
                OutcomeFold.sum(outcomes, List.of(outcome)));
    }

    /// Fetches served.
    public long fetches() {
        return recent.fetches();
    }

    /// One fetch, which lies there in the journal.
    public static CreativeEngagement served(
            RotationStamp stamp, Map<Integer, Long> partitionToAppliedOffset) {
        return new CreativeEngagement(0, Engagement.served(stamp), partitionToAppliedOffset);
    }

    /// The first engagement with a fetch.
    public static CreativeEngagement engaged(RotationStamp stamp) {
        return new CreativeEngagement(1, Engagement.engaged(stamp), Map.of());
    }

    /// What a correction changes. The clock of the rotation is not turned back.
    ///
    /// @param fetches added; negative when a fetch is taken back
    /// @param engagedFetches added
    public static CreativeEngagement correction(
            RotationStamp stamp, long fetches, long engagedFetches) {
        EngagementEpoch epoch = new EngagementEpoch(stamp.epoch(), fetches, engagedFetches);
        return new CreativeEngagement(
                engagedFetches,
                new Engagement(fetches, Engagement.NEVER, Engagement.NEVER, List.of(epoch)),
                Map.of());
    }

    /// Nothing but that the journal is applied so far.
    public static CreativeEngagement applied(Map<Integer, Long> partitionToAppliedOffset) {
        return new CreativeEngagement(0, Engagement.NONE, partitionToAppliedOffset);
    }

    private static List<EngagementEpoch> newest(List<EngagementEpoch> epochs) {
        return epochs.size() <= KEPT_EPOCHS ? epochs : epochs.subList(0, KEPT_EPOCHS);
    }
}
