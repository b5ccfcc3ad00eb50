package io.interlude.domain.simulation;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.Ranking;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.outcome.RateKind;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prediction.Prediction;
import io.interlude.domain.prediction.Predictions;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.selection.SelectionVerdict;
import io.interlude.domain.selection.Valuation;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The simulated servings before each request in turn: those of its record, as far as it has them,
/// and the difference of the simulation by then; else those of the records before. For one thread.
final class SimulatedState implements ServingState, Predictions {
    private final Map<LineItemId, SpendLedger> ledgers = new HashMap<>();
    private final Map<CreativeId, Engagement> engagements = new HashMap<>();
    private final RollingPredictions predictions;
    private @Nullable SimulatedRequest request;
    private Predictions folded = Predictions.NONE;

    /// @param memory that the known fetches are taken from
    SimulatedState(LongConsumer memory) {
        predictions = new RollingPredictions(memory);
    }

    RollingPredictions rolling() {
        return predictions;
    }

    SpendLedger ledger(LineItemId id) {
        return ledgers.computeIfAbsent(id, _ -> new SpendLedger());
    }

    /// Turns to a request.
    void turnTo(SimulatedRequest next) {
        request = next;
        folded = predictions.of(next.changed().source());
    }

    /// Takes note of what the record of the request tells, for later ones that do not.
    void learn() {
        SimulatedRequest of = request;
        if (of == null) {
            return;
        }
        RecordedDecision recorded = of.decision();
        for (SelectionVerdict verdict : recorded.verdicts()) {
            Spent spent = verdict.spent();
            if (spent != null) {
                day(of.then(), verdict.lineItemId(), recorded.decidedAt())
                        .ifPresent(day -> ledger(verdict.lineItemId()).learn(spent, day));
            }
        }
        engagements.putAll(recorded.state().engagements());
    }

    /// The day of a line item's time zone.
    static OptionalLong day(PreparedCatalogue catalogue, LineItemId id, Instant at) {
        return catalogue
                .item(id)
                .map(item -> OptionalLong.of(item.day(at).epochDay()))
                .orElse(OptionalLong.empty());
    }

    private @Nullable SelectionVerdict verdict(LineItemId id) {
        SimulatedRequest of = request;
        return of == null ? null : of.verdict(id);
    }

    @Override
    public Spent spent(LineItemId id, long epochDay) {
        SelectionVerdict verdict = verdict(id);
        Spent recorded = verdict == null ? null : verdict.spent();
        SpendLedger ledger = ledgers.get(id);
        if (ledger == null) {
            return recorded == null ? Spent.NOTHING : recorded;
        }
        return recorded == null ? ledger.simulated(epochDay) : ledger.simulated(recorded, epochDay);
    }

    @Override
    public Engagement engagement(CreativeId creativeId) {
        return engagements.getOrDefault(creativeId, Engagement.NONE);
    }

    @Override
    public Predictions predictions(OrgCatalogue catalogue) {
        return this;
    }

    @Override
    public Prediction lineItem(LineItemId id, RateKind kind, int slice) {
        Valuation known = valuation(id);
        Prediction recorded = known == null ? null : known.prediction();
        return recorded == null || kindThen(id) != kind
                ? folded.lineItem(id, kind, slice)
                : recorded;
    }

    private @Nullable RateKind kindThen(LineItemId id) {
        SimulatedRequest of = request;
        PriceModel model =
                of == null
                        ? null
                        : of.then()
                                .item(id)
                                .map(item -> item.lineItem().price().model())
                                .orElse(null);
        return model == PriceModel.CPC
                ? RateKind.CLICK
                : model == PriceModel.CPA ? RateKind.CONVERSION : null;
    }

    @Override
    public double engagementLift(LineItemId id, int slice) {
        Valuation known = valuation(id);
        SimulatedRequest of = request;
        boolean told = of != null && of.then().source().settings().ranking() == Ranking.BALANCED;
        return known == null || !told ? folded.engagementLift(id, slice) : known.engagementLift();
    }

    /// Rate of a fetch as the simulation counts it.
    double expected(LineItemId id, RateKind kind, int slice) {
        return folded.rate(id, kind, slice).expected();
    }

    private @Nullable Valuation valuation(LineItemId id) {
        SelectionVerdict verdict = verdict(id);
        return verdict == null ? null : verdict.valuation();
    }
}
