package io.interlude.aggregate.matching;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.FetchProgress;
import io.interlude.domain.matching.ServedFetch;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.outcome.Slice;
import io.interlude.domain.rollup.CellDimensions;
import io.interlude.domain.rotation.RotationStamp;
import io.interlude.journal.record.BillingEventCodec;
import io.interlude.journal.record.ConversionGoalCodec;
import io.interlude.journal.record.PriceModelCodec;
import io.interlude.journal.record.RenderFormatCodec;
import io.interlude.schema.AdFetched;
import io.interlude.schema.CandidateVerdict;
import io.interlude.schema.ClickedAction;
import io.interlude.schema.FetchState;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The state of a fetch between Avro and the domain. What is not readable is an
/// [IllegalArgumentException] or a [java.time.DateTimeException].
public final class FetchStateCodec {
    private static final String SERVED = "served";

    private FetchStateCodec() {}

    /// The state of a fetch to which nothing happened yet.
    public static FetchState toAvro(AdFetched fetched) {
        return new FetchState(
                fetched.getOrgId(),
                fetched.getApplicationId(),
                fetched.getAdUnitCode(),
                fetched.getCampaignId(),
                fetched.getLineItemId(),
                fetched.getCreativeId(),
                fetched.getCreativeVersion(),
                fetched.getFormat(),
                fetched.getPriceModel(),
                fetched.getPriceMicros(),
                fetched.getCurrency(),
                fetched.getTimeZone(),
                fetched.getSubscriber(),
                fetched.getOccurredAt(),
                fetched.getTest(),
                null,
                List.of(),
                fetched.getRotationEpoch(),
                fetched.getRotationSequence(),
                false,
                List.of(),
                0,
                0,
                0,
                0,
                false,
                fetched.getBillOn(),
                false,
                slice(fetched),
                fetched.getConversionGoals(),
                fetched.getAdvertiser(),
                0,
                fetched.getCountsNames(),
                0,
                List.of());
    }

    private static int slice(AdFetched fetched) {
        return fetched.getCandidates().stream()
                .filter(verdict -> verdict.getRule().equals(SERVED))
                .map(CandidateVerdict::getRelevance)
                .filter(Objects::nonNull)
                .findFirst()
                .map(relevance -> Slice.of(relevance, fetched.getAdUnitCode()))
                .orElseGet(() -> Slice.withoutContext(fetched.getAdUnitCode()));
    }

    /// The fetch, without its orders that count for other ones, which [MovedOrders] has.
    public static ServedFetch servedFetch(FetchState state) {
        return new ServedFetch(
                new CellDimensions(
                        new OrgId(state.getOrgId()),
                        orEmpty(state.getApplicationId()),
                        state.getAdUnitCode(),
                        state.getCampaignId(),
                        state.getLineItemId(),
                        state.getCreativeId(),
                        RenderFormatCodec.find(state.getFormat()).orElse(null)),
                new Price(
                        PriceModelCodec.read(state.getPriceModel()),
                        new Money(state.getPriceMicros(), state.getCurrency()),
                        BillingEventCodec.toDomain(state.getBillOn())),
                ZoneId.of(state.getTimeZone()),
                state.getOccurredAt(),
                new RotationStamp(state.getRotationEpoch(), state.getRotationSequence()),
                state.getSlice(),
                ConversionGoalCodec.toDomain(state.getConversionGoals()),
                state.getCountsNames(),
                Set.of(),
                state.getTest());
    }

    static FetchProgress progress(FetchState state) {
        return new FetchProgress(
                state.getEngagedAt(),
                state.getClickedActions().stream()
                        .collect(
                                Collectors.toMap(
                                        ClickedAction::getActionIndex, ClickedAction::getLastAt)),
                state.getImpressionBilled(),
                List.of());
    }

    /// Sets the progress in the state.
    static void setProgress(FetchState state, FetchProgress progress) {
        state.setEngagedAt(progress.engagedAt());
        state.setClickedActions(
                progress.actionToLastClickAt().entrySet().stream()
                        .sorted(Map.Entry.<Integer, Instant>comparingByKey())
                        .map(entry -> new ClickedAction(entry.getKey(), entry.getValue()))
                        .toList());
        state.setImpressionBilled(progress.impressionBilled());
    }

    /// Absent text of a dimension is empty.
    public static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
