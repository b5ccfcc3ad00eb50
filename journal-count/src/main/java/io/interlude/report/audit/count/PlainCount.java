package io.interlude.report.audit.count;

import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.matching.OrderKey;
import io.interlude.journal.record.FlowStepCodec;
import io.interlude.journal.record.OrdersElsewhere;
import io.interlude.report.attribution.AttributionRules;
import io.interlude.report.audit.count.Counts.View;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.BillOn;
import io.interlude.schema.CandidateVerdict;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionGoal;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.EventType;
import io.interlude.schema.FeedbackRecorded;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.ShadowWin;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Counts the records of one fetch, of one request that served nothing, or of one conversion
/// without a fetch, in the plainest way: all of them are there, and whatever an event depends on is
/// looked for anew. It shares no arithmetic with the folds that make the served numbers; what it
/// has in common with them is the reading of records and the shape of flows.
public final class PlainCount {
    private static final long CPM_MICROS = 1_000;
    private static final int EVENTS_OF_TOPIC_MAX = 1_000;
    private static final Set<View> BOTH = Set.copyOf(EnumSet.allOf(View.class));

    /// The metrics that a version of attribution counts otherwise. Billed amounts are as booked.
    private static final Set<AuditMetric> ATTRIBUTED =
            Set.of(AuditMetric.CONVERSIONS, AuditMetric.CONVERSION_VALUE);

    private final Function<AdFetched, Optional<FlowOutline>> flows;
    private final AttributionRules rules;

    /// By the rules as booked.
    ///
    /// @param flows the flow that a fetch served; empty as long as it is not known
    public PlainCount(Function<AdFetched, Optional<FlowOutline>> flows) {
        this(flows, AttributionRules.BOOKED);
    }

    private PlainCount(Function<AdFetched, Optional<FlowOutline>> flows, AttributionRules rules) {
        this.flows = flows;
        this.rules = rules;
    }

    /// The same by the rules of a version of attribution.
    public PlainCount by(AttributionRules others) {
        return new PlainCount(flows, others);
    }

    /// The events by which the fetch claims orders from others, by the rules of a version: those
    /// that are not taken back. Empty where it can claim none.
    ///
    /// @param records of one subject, in the order in which they are judged
    Optional<FetchEvents> claiming(List<JournalEvent> records) {
        AdFetched fetched = fetched(records);
        if (fetched == null || !isAttributed(fetched)) {
            return Optional.empty();
        }
        Taken taken = Taken.of(records);
        List<JournalEvent> events =
                taken.whole() ? List.of() : kept(events(fetched, records, true), taken.eventIds());
        return Optional.of(byVersion(fetched, events, Set.of()))
                .filter(all ->
                        all.validConversions().stream()
                                .anyMatch(each -> each.getOrderId() != null));
    }

    boolean isBooked() {
        return rules.equals(AttributionRules.BOOKED);
    }

    private boolean isAttributed(AdFetched fetched) {
        return !isBooked() && !fetched.getTest() && !fetched.getConversionGoals().isEmpty();
    }

    private FetchEvents byVersion(
            AdFetched fetched, List<JournalEvent> events, Set<OrderKey> elsewhere) {
        List<ConversionGoal> booked = fetched.getConversionGoals();
        return new FetchEvents(
                fetched, events, elsewhere, rules.apply(booked), rules.goalsOfLate(booked));
    }

    /// The tally of all records of the subject, by the values of attributes.
    public Tally countBy(Subject subject, AttributeBreakdown attributes) {
        return count(subject.records(true), Set.of()).by(attributes);
    }

    /// The tally of the records.
    ///
    /// @param records of one subject, in the order in which they are judged
    /// @param elsewhere orders that count for other fetches by the rules of a version
    Tally count(List<JournalEvent> records, Set<OrderKey> elsewhere) {
        Taken taken = Taken.of(records);
        AdFetched fetched = fetched(records);
        if (fetched == null) {
            Tally tally = new Tally();
            countWithoutFetch(records, taken.eventIds(), tally);
            return tally;
        }
        boolean attributed = isAttributed(fetched);
        Tally tally = attributed ? new Tally(metric -> !ATTRIBUTED.contains(metric)) : new Tally();
        if (!fetched.getTest()) {
            List<JournalEvent> events = events(fetched, records, false);
            countFetch(fetched, taken.whole(), tally);
            List<ConversionGoal> goals = fetched.getConversionGoals();
            count(new FetchEvents(fetched, events, taken.orders(), goals, Set.of()), taken, tally);
        }
        if (attributed) {
            Tally version = new Tally(ATTRIBUTED::contains);
            List<JournalEvent> events = events(fetched, records, true);
            count(byVersion(fetched, events, elsewhere), taken, version);
            tally.add(version);
        }
        return tally;
    }

    private static void count(FetchEvents all, Taken taken, Tally tally) {
        if (taken.whole()) {
            all.count(tally, Set.of(View.EXCLUDE));
        } else if (taken.eventIds().isEmpty()) {
            all.count(tally, BOTH);
        } else {
            all.count(tally, Set.of(View.EXCLUDE));
            new FetchEvents(
                            all.fetched(),
                            kept(all.events(), taken.eventIds()),
                            all.ordersElsewhere(),
                            all.goals(),
                            all.goalsOfLate())
                    .count(tally, Set.of(View.INCLUDE));
        }
    }

    /// The corrections of a subject.
    ///
    /// @param eventIds of the events taken back
    /// @param orders that count for other fetches
    /// @param whole true when the fetch itself was taken back
    private record Taken(Set<String> eventIds, Set<OrderKey> orders, boolean whole) {
        static Taken of(List<JournalEvent> records) {
            Set<String> takenBack = new HashSet<>();
            Set<OrderKey> ordersElsewhere = new HashSet<>();
            boolean whole = false;
            for (JournalEvent each : records) {
                if (each instanceof CorrectionRecorded told && told.getOrderKey() != null) {
                    OrdersElsewhere.apply(told, ordersElsewhere);
                } else if (each instanceof CorrectionRecorded correction) {
                    takenBack.add(correction.getCorrectedEventId());
                    whole |= correction.getEventType() == EventType.fetch;
                }
            }
            return new Taken(takenBack, ordersElsewhere, whole);
        }
    }

    private static List<JournalEvent> kept(List<JournalEvent> events, Set<String> takenBack) {
        return events.stream().filter(event -> !takenBack.contains(event.getEventId())).toList();
    }

    /// The first that can be read is the fetch; the others are copies.
    private static @Nullable AdFetched fetched(List<JournalEvent> records) {
        for (JournalEvent each : records) {
            if (each instanceof AdFetched fetched && makesSense(fetched)) {
                return fetched;
            }
        }
        return null;
    }

    private static boolean makesSense(AdFetched fetched) {
        try {
            var _ = ZoneId.of(fetched.getTimeZone());
        } catch (DateTimeException _) {
            return false;
        }
        String fetchId = fetched.getFetchId();
        boolean priced =
                fetched.getPriceModel() != PriceModel.UNKNOWN
                        && fetched.getPriceMicros() >= 0
                        && fetched.getBillOn() != BillOn.UNKNOWN
                        && (fetched.getBillOn() == BillOn.fetch
                                || fetched.getPriceModel() == PriceModel.cpm)
                        && (fetched.getPriceModel() != PriceModel.cpm
                                || fetched.getPriceMicros() % CPM_MICROS == 0);
        return priced
                && fetched.getFormat() != RenderFormat.UNKNOWN
                && fetchId != null
                && FetchId.parse(fetchId).isPresent();
    }

    private static void countFetch(AdFetched fetched, boolean takenBack, Tally tally) {
        tally.of(fetched.getAttributesJson());
        Series series = FetchEvents.series(fetched);
        long minute = AuditSpan.minute(fetched.getOccurredAt());
        Set<View> views = takenBack ? Set.of(View.EXCLUDE) : BOTH;
        tally.add(series, minute, AuditMetric.FETCHES, views, 1);
        tally.add(series, minute, AuditMetric.SPEND, views, fetched.getBilledMicros());
        countShadows(fetched.getShadows(), series, minute, tally);
        String subscriber = fetched.getSubscriber();
        if (subscriber != null) {
            Series reached = series.in(Series.NO_CURRENCY);
            tally.reach(reached, minute, SubscriberHash64.of(subscriber), takenBack);
        }
    }

    /// The events that belong to the fetch and make sense, each id once, and the first thousand of
    /// each topic.
    ///
    /// @param lateToo with the first thousand late conversions
    private List<JournalEvent> events(
            AdFetched fetched, List<JournalEvent> records, boolean lateToo) {
        Set<String> judged = new HashSet<>();
        Map<Object, Integer> topicToJudged = new HashMap<>();
        boolean late = lateToo && !rules.goalsOfLate(fetched.getConversionGoals()).isEmpty();
        List<JournalEvent> events = new ArrayList<>();
        for (JournalEvent record : records) {
            boolean event =
                    switch (record) {
                        case CustomEventRecorded _ -> fetched.getCountsNames();
                        case FlowEventRecorded _,
                                DeliveryRecorded _,
                                ClickRecorded _,
                                ConversionRecorded _,
                                FeedbackRecorded _ ->
                                true;
                        default -> false;
                    };
            if (!event || (isLate(record) && !late) || judged.contains(record.getEventId())) {
                continue;
            }
            if (record instanceof FlowEventRecorded step) {
                Boolean fits = fits(fetched, step);
                if (fits == null) {
                    continue;
                }
                if (!fits) {
                    if (isOneOfTheFirst(record, topicToJudged)) {
                        judged.add(record.getEventId());
                    }
                    continue;
                }
            }
            if (!record.getTest() && counts(record) && isOneOfTheFirst(record, topicToJudged)) {
                judged.add(record.getEventId());
                events.add(record);
            }
        }
        return events;
    }

    private static boolean isLate(JournalEvent record) {
        return record instanceof ConversionRecorded conversion && conversion.getLate();
    }

    private static boolean isOneOfTheFirst(
            JournalEvent record, Map<Object, Integer> topicToJudged) {
        Object kind = isLate(record) ? "late" : record.getClass();
        return topicToJudged.merge(kind, 1, Integer::sum) <= EVENTS_OF_TOPIC_MAX;
    }

    /// True when the step can have happened in the flow served; null when that cannot be told.
    private @Nullable Boolean fits(AdFetched fetched, FlowEventRecorded step) {
        try {
            Optional<FlowOutline> outline =
                    fetched.getFormat() == RenderFormat.flow
                            ? flows.apply(fetched)
                            : Optional.of(FlowOutline.NONE);
            return outline.isEmpty()
                    ? null
                    : outline.get().mismatch(FlowStepCodec.toDomain(step)).isEmpty();
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    /// True when the event may be in some count.
    private static boolean counts(JournalEvent event) {
        return switch (event) {
            case DeliveryRecorded delivery -> FetchEvents.delivered(delivery) != null;
            case FlowEventRecorded step -> FetchEvents.engages(step);
            default -> true;
        };
    }

    private static void countWithoutFetch(
            List<JournalEvent> records, Set<String> takenBack, Tally tally) {
        for (JournalEvent each : records) {
            Set<View> views = takenBack.contains(each.getEventId()) ? Set.of(View.EXCLUDE) : BOTH;
            if (each instanceof AdNotFilled notFilled) {
                if (!notFilled.getTest() && notFilled.getFormat() != RenderFormat.UNKNOWN) {
                    countNotFilled(notFilled, views, tally);
                    return;
                }
            } else if (each instanceof ConversionRecorded conversion
                    && conversion.getFetchId() == null
                    && !conversion.getTest()) {
                countUnattributed(conversion, views, tally);
                return;
            }
        }
    }

    private static void countNotFilled(AdNotFilled notFilled, Set<View> views, Tally tally) {
        tally.of(notFilled.getAttributesJson());
        int furthest = 0;
        for (CandidateVerdict verdict : notFilled.getCandidates()) {
            furthest = Math.max(furthest, place("rule." + verdict.getRule(), AuditMetric.RULES));
        }
        List<AuditMetric> counted = new ArrayList<>();
        counted.add(AuditMetric.NO_FILLS);
        counted.add(AuditMetric.RULES.get(furthest));
        int reason = place("reason." + notFilled.getReason(), AuditMetric.REASONS);
        if (reason >= 0) {
            counted.add(AuditMetric.REASONS.get(reason));
        }
        boolean cut =
                notFilled.getState() != null
                        && notFilled.getState().getCandidateCount()
                                > notFilled.getCandidates().size();
        if (cut && furthest <= AuditMetric.RULES.indexOf(AuditMetric.NO_FILLS_DAYPART)) {
            counted.add(AuditMetric.NO_FILLS_UNDECIDED);
        }
        Series series =
                Series.unfilled(
                        notFilled.getApplicationId(),
                        notFilled.getAdUnitCode(),
                        notFilled.getFormat());
        long minute = AuditSpan.minute(notFilled.getOccurredAt());
        counted.forEach(metric -> tally.add(series, minute, metric, views, 1));
        countShadows(notFilled.getShadows(), series, minute, tally);
    }

    /// No correction takes back what would have been served.
    private static void countShadows(
            @Nullable List<ShadowWin> wins, Series request, long minute, Tally tally) {
        for (ShadowWin win : wins == null ? List.<ShadowWin>of() : wins) {
            Series series =
                    Series.unnamed(
                            request.application(),
                            request.adUnit(),
                            win.getCampaignId(),
                            win.getLineItemId(),
                            "",
                            request.format(),
                            win.getCurrency());
            tally.add(series, minute, AuditMetric.WOULD_SERVE, BOTH, 1);
            tally.add(series, minute, AuditMetric.WOULD_SPEND, BOTH, win.getSpendMicros());
        }
    }

    /// -1 for none of them.
    private static int place(String name, List<AuditMetric> metrics) {
        return metrics.stream().map(AuditMetric::wireName).toList().indexOf("noFills." + name);
    }

    private static void countUnattributed(
            ConversionRecorded conversion, Set<View> views, Tally tally) {
        long minute = AuditSpan.minute(conversion.getOccurredAt());
        Long value = conversion.getInvalidTraffic() == null ? conversion.getValueMicros() : null;
        Series series =
                Series.unattributed(
                        conversion.getApplicationId(),
                        value == null ? "" : FetchEvents.currency(conversion, ""));
        if (conversion.getInvalidTraffic() != null) {
            tally.add(series, minute, AuditMetric.INVALID_CONVERSIONS, views, 1);
            return;
        }
        tally.add(series, minute, AuditMetric.CONVERSIONS, views, 1);
        tally.add(series, minute, AuditMetric.CONVERSION_VALUE, views, value == null ? 0 : value);
    }
}
