package io.interlude.report.audit.count;

import io.interlude.domain.matching.OrderKey;
import io.interlude.report.audit.count.Counts.View;
import io.interlude.schema.AdFetched;
import io.interlude.schema.BillOn;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionGoal;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.FeedbackKind;
import io.interlude.schema.FeedbackRecorded;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.Money;
import io.interlude.schema.PriceModel;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The events of one fetch that count, each once, in the order in which they are judged.
///
/// @param ordersElsewhere orders of its conversions that count for other fetches
/// @param goals of its line item, by the rules that are asked for
/// @param goalsOfLate ids of the goals for which late conversions may count, too
record FetchEvents(
        AdFetched fetched,
        List<JournalEvent> events,
        Set<OrderKey> ordersElsewhere,
        List<ConversionGoal> goals,
        Set<String> goalsOfLate) {
    private static final long REPEAT_MILLIS = 30_000;
    private static final long IMPRESSIONS_PER_MILLE = 1_000;

    static Series series(AdFetched fetched) {
        return Series.unnamed(
                Series.orEmpty(fetched.getApplicationId()),
                fetched.getAdUnitCode(),
                fetched.getCampaignId(),
                fetched.getLineItemId(),
                fetched.getCreativeId(),
                Series.name(fetched.getFormat()),
                fetched.getCurrency());
    }

    void count(Tally tally, Set<View> views) {
        if (events.isEmpty()) {
            return;
        }
        Adding adding = new Adding(tally, series(fetched), views);
        of(DeliveryRecorded.class)
                .forEach(delivery -> {
                    AuditMetric metric = delivered(delivery);
                    if (metric != null) {
                        adding.add(delivery.getOccurredAt(), metric, 1);
                    }
                });
        billing()
                .ifPresent(first ->
                        adding.add(
                                first.getOccurredAt(),
                                AuditMetric.SPEND,
                                fetched.getPriceMicros() / IMPRESSIONS_PER_MILLE));
        of(ConversionRecorded.class)
                .filter(conversion -> conversion.getInvalidTraffic() != null)
                .forEach(conversion ->
                        named(adding, "", conversion.getConversionName(), "")
                                .add(
                                        conversion.getOccurredAt(),
                                        AuditMetric.INVALID_CONVERSIONS,
                                        1));
        goals(ordersElsewhere::contains)
                .of(validConversions())
                .forEach(reached ->
                        countConversion(
                                reached,
                                named(
                                        adding,
                                        reached.goal() == null ? "" : reached.goal().getId(),
                                        reached.conversion().getConversionName(),
                                        "")));
        of(CustomEventRecorded.class)
                .forEach(custom ->
                        named(adding, "", "", custom.getEventName())
                                .add(custom.getOccurredAt(), AuditMetric.CUSTOM_EVENTS, 1));
        countClicks(adding);
        of(FeedbackRecorded.class).forEach(feedback -> countFeedback(feedback, adding));
        engagedAt().ifPresent(at -> adding.add(at, AuditMetric.ENGAGEMENTS, 1));
    }

    /// Of events with these names, where the fetch counts them.
    private Adding named(Adding adding, String goal, @Nullable String conversion, String event) {
        return fetched.getCountsNames()
                ? new Adding(
                        adding.tally(),
                        adding.series().named(goal, conversion, event),
                        adding.views())
                : adding;
    }

    private static void countFeedback(FeedbackRecorded feedback, Adding adding) {
        adding.add(feedback.getOccurredAt(), AuditMetric.FEEDBACK, 1);
        if (feedback.getKind() == FeedbackKind.hide) {
            adding.add(feedback.getOccurredAt(), AuditMetric.HIDES, 1);
        }
    }

    /// The first delivery or read, where it bills the impression.
    private Optional<DeliveryRecorded> billing() {
        return of(DeliveryRecorded.class)
                .filter(delivery ->
                        switch (delivery.getEventType()) {
                            case deliver -> fetched.getBillOn() == BillOn.deliver;
                            case read -> fetched.getBillOn() == BillOn.read;
                            default -> false;
                        })
                .findFirst();
    }

    private void countConversion(GoalCount.Reached reached, Adding adding) {
        ConversionRecorded conversion = reached.conversion();
        Instant at = conversion.getOccurredAt();
        adding.add(at, AuditMetric.CONVERSIONS, 1);
        if (fetched.getPriceModel() == PriceModel.cpa) {
            adding.add(at, AuditMetric.SPEND, fetched.getPriceMicros());
        }
        Long micros = conversion.getValueMicros();
        Money byDefault = reached.goal() == null ? null : reached.goal().getValue();
        if (micros != null) {
            adding.in(currency(conversion, fetched.getCurrency()))
                    .add(at, AuditMetric.CONVERSION_VALUE, micros);
        } else if (byDefault != null) {
            adding.in(byDefault.getCurrency())
                    .add(at, AuditMetric.CONVERSION_VALUE, byDefault.getAmountMicros());
        }
    }

    private void countClicks(Adding adding) {
        List<ClickRecorded> before = new ArrayList<>();
        of(ClickRecorded.class)
                .filter(click -> click.getInvalidTraffic() != null)
                .forEach(click -> adding.add(click.getOccurredAt(), AuditMetric.INVALID_CLICKS, 1));
        for (ClickRecorded click : validClicks().toList()) {
            Instant at = click.getOccurredAt();
            adding.add(at, AuditMetric.CLICKS, 1);
            if (!isRepeat(click, before)) {
                adding.add(at, AuditMetric.UNIQUE_CLICKS, 1);
                if (fetched.getPriceModel() == PriceModel.cpc) {
                    adding.add(at, AuditMetric.SPEND, fetched.getPriceMicros());
                }
            }
            before.add(click);
        }
    }

    /// Whether it is within 30 s of the latest of the earlier clicks on its action.
    private static boolean isRepeat(ClickRecorded click, List<ClickRecorded> before) {
        return before.stream()
                .filter(other -> action(other) == action(click))
                .map(ClickRecorded::getOccurredAt)
                .max(Comparator.naturalOrder())
                .filter(latest ->
                        Duration.between(latest, click.getOccurredAt()).abs().toMillis()
                                <= REPEAT_MILLIS)
                .isPresent();
    }

    /// A click that names no action is one on the action that applications report.
    private static int action(ClickRecorded click) {
        Integer index = click.getActionIndex();
        return index == null ? -1 : index;
    }

    private Optional<Instant> engagedAt() {
        return Stream.concat(
                        validClicks().map(ClickRecorded::getOccurredAt),
                        of(FlowEventRecorded.class)
                                .filter(FetchEvents::engages)
                                .map(FlowEventRecorded::getOccurredAt))
                .min(Comparator.naturalOrder());
    }

    /// Judges the conversions of the fetch.
    ///
    /// @param isElsewhere whether an order counts for another fetch
    GoalCount goals(Predicate<OrderKey> isElsewhere) {
        List<Instant> clicks = validClicks().map(ClickRecorded::getOccurredAt).toList();
        return new GoalCount(fetched, goals, clicks, isElsewhere, goalsOfLate);
    }

    List<ConversionRecorded> validConversions() {
        return of(ConversionRecorded.class)
                .filter(conversion -> conversion.getInvalidTraffic() == null)
                .toList();
    }

    private Stream<ClickRecorded> validClicks() {
        return of(ClickRecorded.class).filter(click -> click.getInvalidTraffic() == null);
    }

    private <V extends JournalEvent> Stream<V> of(Class<V> type) {
        return events.stream().filter(type::isInstance).map(type::cast);
    }

    /// What the delivery counts for; null for nothing.
    static @Nullable AuditMetric delivered(DeliveryRecorded delivery) {
        return switch (delivery.getEventType()) {
            case send -> AuditMetric.SENDS;
            case deliver -> AuditMetric.DELIVERS;
            case read -> AuditMetric.READS;
            default -> null;
        };
    }

    static boolean engages(FlowEventRecorded step) {
        return switch (step.getEventType()) {
            case choice_tap, nlu_match, flow_complete, handoff_click -> true;
            default -> false;
        };
    }

    /// Of the conversion's value, if it names one.
    static String currency(ConversionRecorded conversion, String otherwise) {
        String named = conversion.getCurrency();
        return named == null || named.isBlank() ? otherwise : named;
    }

    private record Adding(Tally tally, Series series, Set<View> views) {
        void add(Instant at, AuditMetric metric, long amount) {
            tally.add(series, AuditSpan.minute(at), metric, views, amount);
        }

        Adding in(String currency) {
            return new Adding(tally, series.in(currency), views);
        }
    }
}
