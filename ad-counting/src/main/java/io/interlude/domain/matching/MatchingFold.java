package io.interlude.domain.matching;

import io.interlude.domain.catalogue.ConversionGoal;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.ConversionFold.JudgedConversion;
import io.interlude.domain.money.BillingEvent;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.outcome.OutcomeCell;
import io.interlude.domain.pacing.Achieved;
import io.interlude.domain.pacing.DaySpend;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.reach.ReachSketch;
import io.interlude.domain.rollup.CellCounters;
import io.interlude.domain.rollup.CellDimensions;
import io.interlude.domain.rollup.CellMetric;
import io.interlude.domain.rollup.EventNames;
import io.interlude.domain.rotation.CreativeEngagement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Turns events into what they add to the counts.
///
/// The result does not depend on how topics interleave: within one fetch, clicks are judged against
/// each other in the order of `ads.clicks`, and an engagement lies in the cell of the earliest
/// engaging event, moving there when an earlier one comes later. Each event must be given once: the
/// caller drops duplicates by event id.
public final class MatchingFold {
    /// A second click on an action no later than this after the last one is a repeat.
    public static final Duration REPEAT_WINDOW = Duration.ofSeconds(30);

    private static final Achieved A_CLICK = new Achieved(1, 0, 0);
    private static final Achieved A_CONVERSION = new Achieved(0, 1, 0);
    private static final Achieved AN_IMPRESSION = new Achieved(0, 0, 1);

    private MatchingFold() {}

    /// What a served fetch adds.
    ///
    /// @param billedMicros what the fetch itself costs, in micros of the price's currency
    /// @param partition partition of `ads.fetches` that it lies in
    /// @param offset its offset there, which the sums then include
    public static List<Contribution> fetched(
            ServedFetch fetch, long billedMicros, int partition, long offset) {
        if (fetch.test()) {
            return List.of();
        }
        CellCounters counters =
                CellCounters.of(CellMetric.FETCHES, 1).plus(CellMetric.SPEND_MICROS, billedMicros);
        DaySpend day = new DaySpend(epochDay(fetch, fetch.servedAt()), 1, billedMicros);
        return List.of(
                toCells(fetch, fetch.servedAt(), counters),
                toSpend(
                        fetch,
                        new LineItemSpend(
                                List.of(day),
                                1,
                                billedMicros,
                                Achieved.NOTHING,
                                fetch.servedAt(),
                                Map.of(partition, offset))),
                toEngagement(
                        fetch,
                        CreativeEngagement.served(fetch.rotation(), Map.of(partition, offset))
                                .withOutcome(outcome(fetch, 1, CellCounters.NONE))));
    }

    /// What came of the fetch, as far as these counters tell.
    ///
    /// @param fetches 1 for the fetch itself, -1 where it is taken back
    static OutcomeCell outcome(ServedFetch fetch, long fetches, CellCounters counters) {
        return new OutcomeCell(
                OutcomeCell.eraOf(fetch.rotation().epoch()),
                fetch.slice(),
                fetches,
                counters.get(CellMetric.ENGAGEMENTS),
                counters.get(CellMetric.UNIQUE_CLICKS),
                counters.get(CellMetric.CONVERSIONS));
    }

    /// The same, with what came of the fetch by it.
    private static Matched withOutcome(ServedFetch fetch, Matched matched) {
        CellCounters counters = CellCounters.NONE;
        for (Contribution contribution : matched.contributions()) {
            if (contribution instanceof Contribution.ToCells cells) {
                counters = counters.plus(cells.counters());
            }
        }
        OutcomeCell outcome = outcome(fetch, 0, counters);
        if (outcome.isNothing()) {
            return matched;
        }
        List<Contribution> contributions = new ArrayList<>(matched.contributions());
        contributions.add(toEngagement(fetch, CreativeEngagement.outcome(outcome)));
        return new Matched(matched.progress(), contributions);
    }

    /// What a served fetch adds to reach.
    ///
    /// @param subscriberHash whom it was served to
    public static List<Contribution> reached(ServedFetch fetch, long subscriberHash) {
        return fetch.test()
                ? List.of()
                : List.of(
                        new Contribution.ToReach(
                                fetch.dimensions(),
                                fetch.servedAt(),
                                ReachSketch.of(subscriberHash, 1)));
    }

    /// What a fetch adds that was counted already: nothing but that its offset is applied.
    public static List<Contribution> fetchedAgain(ServedFetch fetch, int partition, long offset) {
        if (fetch.test()) {
            return List.of();
        }
        Map<Integer, Long> applied = Map.of(partition, offset);
        return List.of(
                toSpend(fetch, new LineItemSpend(List.of(), 0, 0, applied)),
                toEngagement(fetch, CreativeEngagement.applied(applied)));
    }

    /// What a request that served nothing adds.
    ///
    /// @param unfilled of the request
    /// @param stoppedBy what the no-fill is counted under; empty where that is not known
    public static List<Contribution> notFilled(
            CellDimensions unfilled, Instant requestedAt, Set<NoFillCause> stoppedBy) {
        Map<String, Long> counts = new HashMap<>();
        stoppedBy.forEach(cause -> counts.put(cause.key(), 1L));
        return List.of(
                new Contribution.ToCells(
                        unfilled,
                        "",
                        requestedAt,
                        CellCounters.of(CellMetric.NO_FILLS, 1).withNoFillsBy(counts)));
    }

    /// What a conversion that names no fetch adds.
    public static List<Contribution> convertedUnattributed(
            OrgId orgId, String applicationId, FetchEvent.Converted conversion) {
        Money value = conversion.invalidTraffic() ? null : conversion.value();
        CellCounters counters =
                CellCounters.of(
                                conversion.invalidTraffic()
                                        ? CellMetric.INVALID_CONVERSIONS
                                        : CellMetric.CONVERSIONS,
                                1)
                        .plus(
                                CellMetric.CONVERSION_VALUE_MICROS,
                                value == null ? 0 : value.amountMicros());
        return List.of(
                new Contribution.ToCells(
                        CellDimensions.unattributed(orgId, applicationId),
                        value == null ? "" : value.currency(),
                        conversion.occurredAt(),
                        counters));
    }

    /// What an event of the fetch does.
    public static Matched matched(ServedFetch fetch, FetchProgress before, FetchEvent event) {
        if (fetch.test()) {
            return new Matched(before, List.of());
        }
        return withOutcome(fetch, rejudged(fetch, unjudged(fetch, before, event), event));
    }

    /// Adds what the events of a fetch come to, those of a topic in their order. One after the
    /// other they come to the same, but then each judges all conversions anew.
    static void addAll(ContributionSum sum, ServedFetch fetch, List<FetchEvent> events, int sign) {
        if (fetch.test()) {
            return;
        }
        FetchProgress progress = FetchProgress.NONE;
        for (FetchEvent event : events) {
            Matched matched = unjudged(fetch, progress, event);
            matched.contributions().forEach(contribution -> sum.add(contribution, sign));
            progress = matched.progress();
        }
        addConversions(
                sum, fetch, events.stream().filter(fetch.conversions()::matters).toList(), sign);
    }

    /// What the event does but for the conversions that are judged by others.
    private static Matched unjudged(ServedFetch fetch, FetchProgress before, FetchEvent event) {
        return switch (event) {
            case FetchEvent.Delivered delivered -> delivered(fetch, before, delivered);
            case FetchEvent.Clicked clicked -> clicked(fetch, before, clicked);
            case FetchEvent.Converted converted ->
                    new Matched(
                            before,
                            fetch.conversions().matters(converted)
                                    ? List.of()
                                    : conversion(fetch, converted, null));
            case FetchEvent.FlowStepped stepped ->
                    stepped.engaging()
                            ? engaged(fetch, before, stepped.occurredAt(), List.of())
                            : new Matched(before, List.of());
            case FetchEvent.FeedbackGiven feedback ->
                    new Matched(before, List.of(feedback(fetch, feedback)));
            case FetchEvent.CustomReported custom -> new Matched(before, custom(fetch, custom));
        };
    }

    private static List<Contribution> custom(ServedFetch fetch, FetchEvent.CustomReported custom) {
        return fetch.countsNames()
                ? List.of(
                        new Contribution.ToCells(
                                fetch.dimensions(EventNames.ofCustomEvent(custom.name())),
                                currency(fetch),
                                custom.occurredAt(),
                                CellCounters.of(CellMetric.CUSTOM_EVENTS, 1)))
                : List.of();
    }

    private static Contribution feedback(ServedFetch fetch, FetchEvent.FeedbackGiven feedback) {
        return toCells(
                fetch,
                feedback.occurredAt(),
                CellCounters.of(CellMetric.FEEDBACK, 1)
                        .plus(CellMetric.HIDES, feedback.kind() == FeedbackKind.HIDE ? 1 : 0));
    }

    /// The first delivery or read bills the impression where the price says so.
    private static Matched delivered(
            ServedFetch fetch, FetchProgress before, FetchEvent.Delivered delivered) {
        Price price = fetch.price();
        boolean bills = bills(price.billOn(), delivered.step()) && !before.impressionBilled();
        long billedMicros = bills ? price.impressionMicros() : 0;
        List<Contribution> contributions = new ArrayList<>();
        contributions.add(
                toCells(
                        fetch,
                        delivered.occurredAt(),
                        CellCounters.of(metric(delivered.step()), 1)
                                .plus(CellMetric.SPEND_MICROS, billedMicros)));
        if (bills) {
            contributions.add(achieved(fetch, delivered.occurredAt(), billedMicros, AN_IMPRESSION));
        }
        return new Matched(bills ? before.billed() : before, contributions);
    }

    private static boolean bills(BillingEvent billOn, DeliveryStep step) {
        return switch (billOn) {
            case FETCH -> false;
            case DELIVER -> step == DeliveryStep.DELIVER;
            case READ -> step == DeliveryStep.READ;
        };
    }

    private static CellMetric metric(DeliveryStep step) {
        return switch (step) {
            case SEND -> CellMetric.SENDS;
            case DELIVER -> CellMetric.DELIVERS;
            case READ -> CellMetric.READS;
        };
    }

    private static Matched clicked(
            ServedFetch fetch, FetchProgress before, FetchEvent.Clicked click) {
        if (click.invalidTraffic()) {
            // It engages, bills and repeats nothing.
            return new Matched(
                    before,
                    List.of(
                            toCells(
                                    fetch,
                                    click.occurredAt(),
                                    CellCounters.of(CellMetric.INVALID_CLICKS, 1))));
        }
        Instant lastAt = before.actionToLastClickAt().get(click.actionIndex());
        FetchProgress after = withClick(before, click, lastAt);
        CellCounters counters = CellCounters.of(CellMetric.CLICKS, 1);
        boolean repeated = isRepeat(click.occurredAt(), lastAt);
        long billedMicros = repeated ? 0 : billedMicros(fetch, PriceModel.CPC);
        if (!repeated) {
            counters =
                    counters.plus(CellMetric.UNIQUE_CLICKS, 1)
                            .plus(CellMetric.SPEND_MICROS, billedMicros);
        }
        List<Contribution> contributions = new ArrayList<>();
        contributions.add(toCells(fetch, click.occurredAt(), counters));
        if (!repeated) {
            contributions.add(achieved(fetch, click.occurredAt(), billedMicros, A_CLICK));
        }
        // A repeat engages nothing again, but it may be the earliest.
        return engaged(fetch, after, click.occurredAt(), contributions);
    }

    static FetchProgress withClick(
            FetchProgress before, FetchEvent.Clicked click, @Nullable Instant lastAt) {
        Instant latest =
                lastAt == null || lastAt.isBefore(click.occurredAt()) ? click.occurredAt() : lastAt;
        Map<Integer, Instant> actionToLastClickAt = new HashMap<>(before.actionToLastClickAt());
        actionToLastClickAt.put(click.actionIndex(), latest);
        return before.clicked(actionToLastClickAt);
    }

    static boolean isRepeat(Instant clickedAt, @Nullable Instant lastAt) {
        return lastAt != null
                && Duration.between(lastAt, clickedAt).abs().compareTo(REPEAT_WINDOW) <= 0;
    }

    /// Adds the event to those that conversions are judged by, and what that changes of them.
    private static Matched rejudged(ServedFetch fetch, Matched matched, FetchEvent event) {
        if (!fetch.conversions().matters(event)) {
            return matched;
        }
        List<FetchEvent> before = matched.progress().history();
        List<FetchEvent> after = new ArrayList<>(before);
        after.add(event);
        ContributionSum change = new ContributionSum(fetch);
        List<JudgedConversion> judgedAfter = fetch.conversions().judged(after);
        // The last one changes none before it.
        List<JudgedConversion> judgedBefore =
                event instanceof FetchEvent.Converted
                        ? judgedAfter.subList(0, judgedAfter.size() - 1)
                        : fetch.conversions().judged(before);
        for (int i = 0; i < judgedAfter.size(); i++) {
            // Most stay what they were, and of a long fetch that is many.
            JudgedConversion old = i < judgedBefore.size() ? judgedBefore.get(i) : null;
            if (!judgedAfter.get(i).equals(old)) {
                add(change, fetch, judgedAfter.get(i), 1);
                if (old != null) {
                    add(change, fetch, old, -1);
                }
            }
        }
        List<Contribution> contributions = new ArrayList<>(matched.contributions());
        contributions.addAll(change.contributions());
        return new Matched(matched.progress().withHistory(after), contributions);
    }

    /// What it changes that other orders count for other fetches than before.
    ///
    /// @param history the events of the fetch that matter
    public static List<Contribution> ordersMoved(
            ServedFetch before, ServedFetch after, List<FetchEvent> history) {
        if (after.test()) {
            return List.of();
        }
        ContributionSum change = new ContributionSum(after);
        addConversions(change, after, history, 1);
        addConversions(change, before, history, -1);
        return withOutcome(after, new Matched(FetchProgress.NONE, change.contributions()))
                .contributions();
    }

    private static void addConversions(
            ContributionSum sum, ServedFetch fetch, List<FetchEvent> history, int sign) {
        fetch.conversions().judged(history).forEach(judged -> add(sum, fetch, judged, sign));
    }

    private static void add(
            ContributionSum sum, ServedFetch fetch, JudgedConversion judged, int sign) {
        if (judged.counts()) {
            conversion(fetch, judged.valued(), judged.goal()).forEach(each -> sum.add(each, sign));
        }
    }

    private static List<Contribution> conversion(
            ServedFetch fetch, FetchEvent.Converted conversion, @Nullable ConversionGoal goal) {
        CellDimensions dimensions =
                fetch.dimensions(
                        EventNames.ofConversion(
                                goal == null ? null : goal.id(), conversion.name()));
        if (conversion.invalidTraffic()) {
            return List.of(
                    new Contribution.ToCells(
                            dimensions,
                            currency(fetch),
                            conversion.occurredAt(),
                            CellCounters.of(CellMetric.INVALID_CONVERSIONS, 1)));
        }
        long billedMicros = billedMicros(fetch, PriceModel.CPA);
        CellCounters counters =
                CellCounters.of(CellMetric.CONVERSIONS, 1)
                        .plus(CellMetric.SPEND_MICROS, billedMicros);
        List<Contribution> contributions = new ArrayList<>();
        Money value = conversion.value();
        if (value == null || value.currency().equals(currency(fetch))) {
            long valueMicros = value == null ? 0 : value.amountMicros();
            counters = counters.plus(CellMetric.CONVERSION_VALUE_MICROS, valueMicros);
        } else {
            contributions.add(
                    new Contribution.ToCells(
                            dimensions,
                            value.currency(),
                            conversion.occurredAt(),
                            CellCounters.of(
                                    CellMetric.CONVERSION_VALUE_MICROS, value.amountMicros())));
        }
        contributions.add(
                new Contribution.ToCells(
                        dimensions, currency(fetch), conversion.occurredAt(), counters));
        contributions.add(achieved(fetch, conversion.occurredAt(), billedMicros, A_CONVERSION));
        return contributions;
    }

    private static Matched engaged(
            ServedFetch fetch, FetchProgress before, Instant at, List<Contribution> others) {
        Instant earliest = before.engagedAt();
        if (earliest != null && !at.isBefore(earliest)) {
            return new Matched(before, others);
        }
        List<Contribution> contributions = new ArrayList<>(others);
        if (earliest == null) {
            contributions.add(toCells(fetch, at, engagements(1)));
            contributions.add(toEngagement(fetch, CreativeEngagement.engaged(fetch.rotation())));
        } else if (!at.truncatedTo(ChronoUnit.MINUTES)
                .equals(earliest.truncatedTo(ChronoUnit.MINUTES))) {
            contributions.add(toCells(fetch, earliest, engagements(-1)));
            contributions.add(toCells(fetch, at, engagements(1)));
        }
        return new Matched(before.engaged(at), contributions);
    }

    private static CellCounters engagements(long amount) {
        return CellCounters.of(CellMetric.ENGAGEMENTS, amount);
    }

    private static long billedMicros(ServedFetch fetch, PriceModel model) {
        return fetch.price().model() == model ? fetch.price().amount().amountMicros() : 0;
    }

    /// What a delivery, a click or a conversion adds to what the line item spent and achieved.
    private static Contribution achieved(
            ServedFetch fetch, Instant at, long micros, Achieved achieved) {
        List<DaySpend> days =
                micros == 0 ? List.of() : List.of(new DaySpend(epochDay(fetch, at), 0, micros));
        return toSpend(fetch, new LineItemSpend(days, 0, micros, achieved, null, Map.of()));
    }

    private static long epochDay(ServedFetch fetch, Instant at) {
        return at.atZone(fetch.timeZone()).toLocalDate().toEpochDay();
    }

    private static String currency(ServedFetch fetch) {
        return fetch.price().amount().currency();
    }

    private static Contribution toCells(ServedFetch fetch, Instant at, CellCounters counters) {
        return new Contribution.ToCells(fetch.dimensions(), currency(fetch), at, counters);
    }

    private static Contribution toSpend(ServedFetch fetch, LineItemSpend spend) {
        CellDimensions dimensions = fetch.dimensions();
        return new Contribution.ToSpend(
                dimensions.orgId(), new LineItemId(dimensions.lineItemId()), spend);
    }

    private static Contribution toEngagement(ServedFetch fetch, CreativeEngagement engagement) {
        CellDimensions dimensions = fetch.dimensions();
        return new Contribution.ToEngagement(
                dimensions.orgId(),
                new LineItemId(dimensions.lineItemId()),
                new CreativeId(dimensions.creativeId()),
                engagement);
    }
}
