package io.interlude.journal.decision;

import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.money.Money;
import io.interlude.domain.number.Absent;
import io.interlude.domain.pacing.Achieved;
import io.interlude.domain.pacing.InstanceShare;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prediction.Prediction;
import io.interlude.domain.selection.SelectionRule;
import io.interlude.domain.selection.SelectionVerdict;
import io.interlude.domain.selection.ShadowWin;
import io.interlude.domain.selection.Valuation;
import io.interlude.schema.AchievedBefore;
import io.interlude.schema.CandidateValue;
import io.interlude.schema.CandidateVerdict;
import io.interlude.schema.RatePrediction;
import io.interlude.schema.SpentBefore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Verdicts on candidates and on shadows, as the journal has them.
final class SelectionVerdictCodec {
    private static final String SERVED = "served";

    private SelectionVerdictCodec() {}

    static CandidateVerdict write(SelectionVerdict verdict) {
        CandidateVerdict written = new CandidateVerdict();
        written.setLineItemId(verdict.lineItemId().value());
        written.setRule(verdict.wireName());
        written.setRelevance(Absent.toNullable(verdict.relevance()));
        written.setUrgency(Absent.toNullable(verdict.urgency()));
        Spent spent = verdict.spent();
        written.setSpent(spent == null ? null : write(spent));
        Valuation valuation = verdict.valuation();
        written.setValue(valuation == null ? null : write(valuation));
        return written;
    }

    /// Null for none, as in most decisions.
    static @Nullable List<io.interlude.schema.ShadowWin> write(List<ShadowWin> shadows) {
        return shadows.isEmpty()
                ? null
                : shadows.stream().map(SelectionVerdictCodec::write).toList();
    }

    private static io.interlude.schema.ShadowWin write(ShadowWin shadow) {
        Valuation valuation = shadow.valuation();
        return new io.interlude.schema.ShadowWin(
                shadow.campaignId().value(),
                shadow.lineItemId().value(),
                shadow.spend().amountMicros(),
                shadow.spend().currency(),
                Absent.toNullable(shadow.relevance()),
                valuation == null ? null : write(valuation));
    }

    private static CandidateValue write(Valuation valuation) {
        Prediction prediction = valuation.prediction();
        return new CandidateValue(
                prediction == null
                        ? null
                        : new RatePrediction(
                                prediction.version(),
                                prediction.events(),
                                prediction.fetches(),
                                prediction.parentRate(),
                                prediction.relevanceLift(),
                                prediction.adUnitLift(),
                                prediction.orgFetches()),
                valuation.engagementLift(),
                valuation.behind(),
                Absent.toNullable(valuation.value()),
                Absent.toNullable(valuation.rankedValue()));
    }

    private static SpentBefore write(Spent spent) {
        InstanceShare share = spent.share();
        Achieved achieved = spent.achieved();
        return new SpentBefore(
                spent.dayFetches(),
                spent.dayMicros(),
                spent.lifetimeFetches(),
                spent.lifetimeMicros(),
                share.equals(InstanceShare.ALL) ? null : write(share),
                achieved == null
                        ? null
                        : new AchievedBefore(
                                achieved.clicks(), achieved.conversions(), achieved.impressions()));
    }

    private static io.interlude.schema.InstanceShare write(InstanceShare share) {
        return new io.interlude.schema.InstanceShare(
                share.instances(), share.turn(), share.recentFetches());
    }

    static List<ShadowWin> read(@Nullable List<io.interlude.schema.ShadowWin> written) {
        return written == null
                ? List.of()
                : written.stream().map(SelectionVerdictCodec::read).toList();
    }

    private static ShadowWin read(io.interlude.schema.ShadowWin written) {
        return new ShadowWin(
                new CampaignId(written.getCampaignId()),
                new LineItemId(written.getLineItemId()),
                new Money(written.getSpendMicros(), written.getCurrency()),
                Absent.ofNullable(written.getRelevance()),
                written.getValue() == null ? null : read(written.getValue()));
    }

    static SelectionVerdict read(CandidateVerdict written) {
        SpentBefore spent = written.getSpent();
        return new SelectionVerdict(
                new LineItemId(written.getLineItemId()),
                written.getRule().equals(SERVED)
                        ? null
                        : SelectionRule.ofWireName(written.getRule()),
                Absent.ofNullable(written.getRelevance()),
                Absent.ofNullable(written.getUrgency()),
                spent == null ? null : read(spent),
                written.getValue() == null ? null : read(written.getValue()));
    }

    private static Valuation read(CandidateValue written) {
        RatePrediction prediction = written.getPrediction();
        return new Valuation(
                prediction == null
                        ? null
                        : new Prediction(
                                prediction.getVersion(),
                                prediction.getEvents(),
                                prediction.getFetches(),
                                prediction.getParentRate(),
                                prediction.getRelevanceLift(),
                                prediction.getAdUnitLift(),
                                prediction.getOrgFetches()),
                written.getEngagementLift(),
                written.getBehind(),
                Absent.ofNullable(written.getValue()),
                Absent.ofNullable(written.getRankedValue()));
    }

    private static Spent read(SpentBefore written) {
        io.interlude.schema.InstanceShare share = written.getShare();
        AchievedBefore achieved = written.getAchieved();
        return new Spent(
                written.getDayFetches(),
                written.getDayMicros(),
                written.getLifetimeFetches(),
                written.getLifetimeMicros(),
                achieved == null ? null : read(achieved, written.getLifetimeFetches()),
                share == null
                        ? InstanceShare.ALL
                        : new InstanceShare(
                                share.getInstances(), share.getTurn(), share.getRecentFetches()));
    }

    /// A goal of impressions counted fetches before it counted what the price bills on.
    private static Achieved read(AchievedBefore written, long lifetimeFetches) {
        Long impressions = written.getImpressions();
        return new Achieved(
                written.getClicks(),
                written.getConversions(),
                impressions == null ? lifetimeFetches : impressions);
    }
}
