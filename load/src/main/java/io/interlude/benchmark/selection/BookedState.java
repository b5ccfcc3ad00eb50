package io.interlude.benchmark.selection;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Moment;
import io.interlude.domain.conversation.ConversationView;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.outcome.OutcomeCell;
import io.interlude.domain.pacing.DaySpend;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.rotation.CreativeEngagement;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.fetch.overlay.FetchOverlay;
import io.interlude.state.query.AggregateViews;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// The ads served before: every line item has spent something today, up to twice the plan at noon,
/// and a subscriber of some weeks has seen forty line items.
final class BookedState implements AggregateViews {
    private static final long TODAY = LocalDate.of(2026, 6, 10).toEpochDay();
    private static final int SEEN = 40;

    private final Map<LineItemId, Booked> spend = new HashMap<>();

    BookedState(SplittableRandom random, OrgCatalogue catalogue) {
        for (Candidate candidate : catalogue.lineItems()) {
            Long daily = candidate.lineItem().budget().dailyMicros();
            long micros = daily == null ? 0 : random.nextLong(daily / 4);
            spend.put(
                    candidate.lineItem().id(),
                    new Booked(
                            new LineItemSpend(
                                    List.of(
                                            new DaySpend(TODAY, micros / 1_000, micros),
                                            new DaySpend(TODAY - 1, micros / 1_000, micros)),
                                    micros / 500,
                                    micros * 2,
                                    Map.of(3, 17L))));
        }
    }

    /// As a decision of the fetch service sees it.
    ServingState overlaid() {
        return new FetchOverlay(this, InstantSource.system(), 100_000).state(BookedCatalogue.ORG);
    }

    static SelectionInput input(Shape shape, Instant now) {
        return new SelectionInput(
                BookedCatalogue.AD_UNIT,
                null,
                AdFormat.NATIVE,
                TargetingTrees.REQUEST,
                now,
                shape.counted() ? counted(now) : new FrequencyView.NoSubscriber(),
                Moment.of(new ContextReading.NoContext()),
                shape == Shape.CONVERSED ? BookedTalk.conversation(now) : ConversationView.NONE,
                _ -> false,
                Set.of(),
                false);
    }

    private static FrequencyView counted(Instant now) {
        List<FrequencyCounter> counters =
                IntStream.range(0, SEEN)
                        .mapToObj(number ->
                                new FrequencyCounter(
                                        CapScope.LINE_ITEM,
                                        "line-item-" + number * 2,
                                        3,
                                        List.of(
                                                now.minusSeconds(90_000),
                                                now.minusSeconds(7_200),
                                                now.minusSeconds(60))))
                        .toList();
        return new FrequencyView.Counted(new SubscriberCounters(41, counters));
    }

    @Override
    public LineItemSpend spend(OrgId orgId, LineItemId lineItemId) {
        return spendOf(orgId, lineItemId).get();
    }

    @Override
    public Supplier<LineItemSpend> spendOf(OrgId orgId, LineItemId lineItemId) {
        Booked found = spend.get(lineItemId);
        return found == null ? () -> LineItemSpend.NONE : found;
    }

    @Override
    public CreativeEngagement engagement(OrgId orgId, CreativeId creativeId) {
        long seed = creativeId.value().hashCode() & 0xFF;
        return new CreativeEngagement(
                seed,
                Engagement.NONE,
                Map.of(),
                List.of(new OutcomeCell(0, 3, 1_000 + seed, seed, seed / 8, seed / 64)));
    }

    /// As near as the projection of the aggregates keeps it.
    private static final class Booked implements Supplier<LineItemSpend> {
        private volatile LineItemSpend value;

        Booked(LineItemSpend value) {
            this.value = value;
        }

        @Override
        public LineItemSpend get() {
            return value;
        }
    }
}
