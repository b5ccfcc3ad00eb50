package io.interlude.domain.explain;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.outcome.RateKind;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prediction.Prediction;
import io.interlude.domain.prediction.Predictions;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.EngagementEpoch;
import io.interlude.domain.rotation.RotationStamp;
import io.interlude.domain.selection.SelectionVerdict;
import io.interlude.domain.selection.Valuation;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The servings before a decision, as its record tells them.
///
/// @param engagements those that adaptive rotation chose by
/// @param otherwise engagement of any other creative
/// @param epochFetches 0 for decisions of before epochs had a least length
record RecordedState(
        Map<LineItemId, SelectionVerdict> lineItemToVerdict,
        Map<CreativeId, Engagement> engagements,
        Engagement otherwise,
        long epochFetches)
        implements ServingState, Predictions {
    static RecordedState of(
            Map<LineItemId, SelectionVerdict> lineItemToVerdict, RecordedDecision recorded) {
        return new RecordedState(
                lineItemToVerdict,
                recorded.state().engagements(),
                switch (recorded.outcome()) {
                    case RecordedOutcome.Served served -> leadingTo(served.rotation());
                    case RecordedOutcome.NotServed _ -> Engagement.NONE;
                },
                recorded.outcome() instanceof RecordedOutcome.Served served
                        ? epochFetches(served.rotation(), recorded.state().engagements())
                        : RotationStamp.EPOCH_FETCHES);
    }

    /// That by which an epoch ended where the record says so.
    private static long epochFetches(RotationStamp stamp, Map<CreativeId, Engagement> engagements) {
        Engagement[] creatives = engagements.values().toArray(Engagement[]::new);
        boolean endedEarly =
                stamp.epoch() > RotationStamp.next(creatives).epoch()
                        && stamp.epoch() == RotationStamp.next(creatives, 0).epoch();
        return endedEarly ? 0 : RotationStamp.EPOCH_FETCHES;
    }

    /// A choice that depends on no engagement records only the stamp. One of these, or several,
    /// give it again.
    private static Engagement leadingTo(RotationStamp stamp) {
        EngagementEpoch epoch = new EngagementEpoch(stamp.epoch(), 0, 0);
        return new Engagement(0, stamp.sequence() - 1, Engagement.NEVER, List.of(epoch));
    }

    @Override
    public Spent spent(LineItemId lineItemId, long epochDay) {
        SelectionVerdict verdict = lineItemToVerdict.get(lineItemId);
        Spent spent = verdict == null ? null : verdict.spent();
        return spent == null ? Spent.NOTHING : spent;
    }

    @Override
    public Engagement engagement(CreativeId creativeId) {
        return engagements.getOrDefault(creativeId, otherwise);
    }

    @Override
    public Predictions predictions(OrgCatalogue catalogue) {
        return this;
    }

    @Override
    public Prediction lineItem(LineItemId id, RateKind kind, int slice) {
        Valuation known = valuation(id);
        Prediction prediction = known == null ? null : known.prediction();
        return prediction == null ? Prediction.UNKNOWN : prediction;
    }

    @Override
    public double engagementLift(LineItemId id, int slice) {
        Valuation known = valuation(id);
        return known == null ? 1 : known.engagementLift();
    }

    @Override
    public double behind(LineItemId id) {
        Valuation known = valuation(id);
        return known == null ? 0 : known.behind();
    }

    private @Nullable Valuation valuation(LineItemId id) {
        SelectionVerdict verdict = lineItemToVerdict.get(id);
        return verdict == null ? null : verdict.valuation();
    }
}
