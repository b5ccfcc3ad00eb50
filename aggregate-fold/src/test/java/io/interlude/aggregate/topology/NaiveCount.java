package io.interlude.aggregate.topology;

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
import io.interlude.schema.FeedbackKind;
import io.interlude.schema.FeedbackRecorded;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RenderFormat;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Counts a journal in the plainest way: everything in memory, all fetches before all events, no
/// state from one event to the next but what is looked for anew. Shares no code with the fold.
public final class NaiveCount {
    private static final Set<EventType> ENGAGING =
            Set.of(
                    EventType.choice_tap,
                    EventType.nlu_match,
                    EventType.handoff_click,
                    EventType.flow_complete);

    /// Cell's minute, currency and format of the line item's creative, and metric, to the count.
    public final Map<String, Long> cellToCount = new TreeMap<>();

    /// Fetches that reached somebody.
    final List<AdFetched> reached = new ArrayList<>();

    /// Line item and local day to micros.
    public final Map<String, Long> dayToMicros = new TreeMap<>();

    /// Ids of the flow events that their fetch's ad does not have.
    final Set<String> unmatched;

    private final Map<String, AdFetched> idToFetch = new HashMap<>();
    private final List<JournalEvent> events;

    /// Fetch to the orders that it would have, but another one has.
    private final Map<String, Set<String>> fetchToElsewhere;

    /// @param journal the journal, each topic in its order
    public NaiveCount(List<JournalEvent> journal) {
        this(journal, corrected(journal).fetchToElsewhere);
    }

    /// @param elsewhere as for the field; null for what these events make of it
    private NaiveCount(List<JournalEvent> journal, @Nullable Map<String, Set<String>> elsewhere) {
        Set<String> seen = new HashSet<>();
        events = journal.stream().filter(event -> seen.add(event.getEventId())).toList();
        of(AdFetched.class).forEach(fetched -> idToFetch.put(fetched.getFetchId(), fetched));
        fetchToElsewhere = elsewhere == null ? given() : elsewhere;
        of(AdFetched.class).forEach(this::count);
        of(AdNotFilled.class).forEach(this::count);
        of(DeliveryRecorded.class)
                .forEach(event ->
                        fetch(event.getFetchId())
                                .ifPresent(fetched ->
                                        add(
                                                fetched,
                                                event.getOccurredAt(),
                                                event.getEventType() + "s",
                                                1)));
        idToFetch.values().forEach(this::billImpression);
        unmatched =
                of(FlowEventRecorded.class)
                        .filter(step -> !happened(step))
                        .map(FlowEventRecorded::getEventId)
                        .collect(Collectors.toSet());
        of(ConversionRecorded.class)
                .filter(conversion -> !conversion.getLate())
                .filter(conversion ->
                        conversion.getFetchId() == null || conversion.getInvalidTraffic() != null)
                .forEach(this::count);
        idToFetch.values().forEach(this::countConversions);
        idToFetch.values().forEach(this::countClicks);
        idToFetch.values().forEach(this::countEngagement);
        cellToCount.values().removeIf(count -> count == 0);
    }

    /// Cell's start, creative and format to different subscribers.
    public Map<String, Long> reach(ChronoUnit span) {
        Map<String, Set<String>> cellToSubscribers = new TreeMap<>();
        for (AdFetched fetched : reached) {
            if (fetched.getSubscriber() == null) {
                continue;
            }
            cellToSubscribers
                    .computeIfAbsent(
                            fetched.getOccurredAt().truncatedTo(span)
                                    + "/"
                                    + fetched.getCreativeId()
                                    + "/"
                                    + fetched.getFormat(),
                            _ -> new HashSet<>())
                    .add(fetched.getSubscriber());
        }
        return cellToSubscribers.entrySet().stream()
                .collect(
                        Collectors.toMap(Map.Entry::getKey, cell -> (long) cell.getValue().size()));
    }

    /// Counts what no correction takes back, as if the rest had never been.
    public static NaiveCount corrected(List<JournalEvent> journal) {
        Set<String> takenBack =
                journal.stream()
                        .filter(CorrectionRecorded.class::isInstance)
                        .map(record -> ((CorrectionRecorded) record).getCorrectedEventId())
                        .collect(Collectors.toSet());
        Set<String> fetches =
                journal.stream()
                        .filter(AdFetched.class::isInstance)
                        .filter(record -> takenBack.contains(record.getEventId()))
                        .map(record -> record.getFetchId())
                        .collect(Collectors.toSet());
        return new NaiveCount(
                journal.stream()
                        .filter(record -> !takenBack.contains(record.getEventId()))
                        .filter(record ->
                                record.getFetchId() == null
                                        || !fetches.contains(record.getFetchId()))
                        .toList(),
                null);
    }

    /// Subscriber, or conversation without one, to fetches that are counted against caps.
    public Map<String, Long> frequencies() {
        return reached.stream()
                .collect(Collectors.groupingBy(NaiveCount::owner, Collectors.counting()));
    }

    /// Whose counters the fetch advances.
    public static String owner(AdFetched fetched) {
        String subscriber = fetched.getSubscriber();
        return subscriber == null ? fetched.getFrequencyScopes().getFirst().getId() : subscriber;
    }

    private void count(AdNotFilled event) {
        String rule = "no_candidate";
        for (CandidateVerdict verdict : event.getCandidates()) {
            boolean later =
                    RandomJournal.RULES.indexOf(verdict.getRule())
                            > RandomJournal.RULES.indexOf(rule);
            rule = later ? verdict.getRule() : rule;
        }
        for (String count : List.of("noFills", "reason." + event.getReason(), "rule." + rule)) {
            add(event.getOccurredAt(), "", "", count, 1);
        }
    }

    private void count(AdFetched fetched) {
        if (!fetched.getTest()) {
            add(fetched, fetched.getOccurredAt(), "fetches", 1);
            reached.add(fetched);
            spend(fetched, fetched.getOccurredAt(), fetched.getBilledMicros());
        }
    }

    private boolean happened(FlowEventRecorded step) {
        AdFetched fetched = idToFetch.get(step.getFetchId());
        String text =
                Stream.of(
                                step.getEventType(),
                                step.getNodeId(),
                                step.getTerminalNodeId(),
                                step.getLastNodeId(),
                                step.getChoiceId(),
                                step.getIntent())
                        .filter(Objects::nonNull)
                        .map(Object::toString)
                        .collect(Collectors.joining(" "));
        return fetched != null
                && fetched.getFormat() == RenderFormat.flow
                && ServedAds.STEPS.contains(text);
    }

    private void billImpression(AdFetched fetched) {
        if (fetched.getTest() || fetched.getBillOn() == BillOn.fetch) {
            return;
        }
        of(DeliveryRecorded.class)
                .filter(event -> fetched.getFetchId().equals(event.getFetchId()))
                .filter(event -> event.getEventType().name().equals(fetched.getBillOn().name()))
                .findFirst()
                .ifPresent(event ->
                        spend(fetched, event.getOccurredAt(), fetched.getPriceMicros() / 1_000));
    }

    private void count(ConversionRecorded conversion) {
        if (conversion.getInvalidTraffic() != null) {
            if (conversion.getFetchId() == null) {
                add(conversion.getOccurredAt(), "", "", "invalidConversions", 1);
            } else {
                fetch(conversion.getFetchId())
                        .ifPresent(fetched ->
                                add(fetched, conversion.getOccurredAt(), "invalidConversions", 1));
            }
            return;
        }
        long micros = conversion.getValueMicros() == null ? 0 : conversion.getValueMicros();
        if (conversion.getFetchId() == null) {
            String currency = conversion.getValueMicros() == null ? "" : conversion.getCurrency();
            add(conversion.getOccurredAt(), "", currency, "conversions", 1);
            add(conversion.getOccurredAt(), "", currency, "value", micros);
            return;
        }
    }

    /// Gives each order to one fetch: to the first whose conversion was received.
    private Map<String, Set<String>> given() {
        List<Reported> reports = new ArrayList<>();
        for (AdFetched fetched : idToFetch.values()) {
            Instant latest = Instant.MIN;
            for (ConversionRecorded conversion : valid(fetched)) {
                Instant at = conversion.getReceivedAt();
                latest = at.isAfter(latest) ? at : latest;
                reports.add(new Reported(latest, fetched, reports.size(), conversion));
            }
        }
        reports.sort(
                Comparator.comparing(Reported::latest)
                        .thenComparing(report -> report.fetched().getFetchId())
                        .thenComparingInt(Reported::index));
        Map<String, String> orderToFetch = new HashMap<>();
        Map<String, List<String>> fetchToReached = new HashMap<>();
        Map<String, Set<String>> elsewhere = new HashMap<>();
        for (Reported report : reports) {
            String id = report.fetched().getFetchId();
            List<String> reachedGoals = fetchToReached.computeIfAbsent(id, _ -> new ArrayList<>());
            ConversionGoal goal =
                    goal(
                            report.fetched(),
                            report.conversion(),
                            reachedGoals,
                            order -> {
                                boolean other =
                                        !orderToFetch.computeIfAbsent(order, _ -> id).equals(id);
                                if (other) {
                                    elsewhere.computeIfAbsent(id, _ -> new HashSet<>()).add(order);
                                }
                                return other;
                            });
            reach(reachedGoals, goal, report.conversion());
        }
        return elsewhere;
    }

    /// @param latest when it, or one of its fetch before it, was received
    private record Reported(
            Instant latest, AdFetched fetched, int index, ConversionRecorded conversion) {}

    /// The conversions that goals and orders judge.
    private List<ConversionRecorded> valid(AdFetched fetched) {
        return fetched.getTest()
                ? List.of()
                : of(ConversionRecorded.class)
                        .filter(conversion ->
                                fetched.getFetchId().equals(conversion.getFetchId())
                                        && conversion.getInvalidTraffic() == null
                                        && !conversion.getLate()
                                        && (!fetched.getConversionGoals().isEmpty()
                                                || conversion.getOrderId() != null))
                        .toList();
    }

    private static void reach(
            List<String> reached, @Nullable ConversionGoal goal, ConversionRecorded conversion) {
        if (goal != null) {
            reached.add(goal.getId());
            reached.add(goal.getId() + "/" + conversion.getOrderId());
        }
    }

    private void countConversions(AdFetched fetched) {
        if (fetched.getTest()) {
            return;
        }
        Set<String> elsewhere = fetchToElsewhere.getOrDefault(fetched.getFetchId(), Set.of());
        List<String> reachedGoals = new ArrayList<>();
        for (ConversionRecorded conversion : of(ConversionRecorded.class).toList()) {
            boolean own =
                    fetched.getFetchId().equals(conversion.getFetchId())
                            && conversion.getInvalidTraffic() == null
                            && !conversion.getLate();
            ConversionGoal goal =
                    own ? goal(fetched, conversion, reachedGoals, elsewhere::contains) : null;
            if (goal != null) {
                reach(reachedGoals, goal, conversion);
                countConversion(fetched, conversion, goal);
            }
        }
    }

    /// The goal by which it counts; null for none.
    private @Nullable ConversionGoal goal(
            AdFetched fetched,
            ConversionRecorded conversion,
            List<String> reached,
            Predicate<String> elsewhere) {
        List<ConversionGoal> goals =
                fetched.getConversionGoals().isEmpty()
                        ? List.of(
                                new ConversionGoal(
                                        "",
                                        List.of(conversion.getConversionName()),
                                        true,
                                        0L,
                                        Long.MAX_VALUE,
                                        null))
                        : fetched.getConversionGoals();
        long at = conversion.getOccurredAt().toEpochMilli();
        for (ConversionGoal goal : goals) {
            long view = goal.getViewWindowMillis();
            boolean timely =
                    (view > 0 && at - fetched.getOccurredAt().toEpochMilli() <= view)
                            || validClicks(fetched).stream()
                                    .mapToLong(click -> at - click.getOccurredAt().toEpochMilli())
                                    .anyMatch(since ->
                                            since >= 0 && since <= goal.getClickWindowMillis());
            boolean again =
                    (conversion.getOrderId() != null
                                    && reached.contains(
                                            goal.getId() + "/" + conversion.getOrderId()))
                            || (!goal.getEvery() && reached.contains(goal.getId()));
            if (goal.getNames().contains(conversion.getConversionName())
                    && timely
                    && !again
                    && (conversion.getOrderId() == null
                            || !elsewhere.test(
                                    (goal.getId().isEmpty() ? fetched.getLineItemId() : "")
                                            + "/"
                                            + goal.getId()
                                            + "/"
                                            + conversion.getOrderId()))) {
                return goal;
            }
        }
        return null;
    }

    private void countConversion(
            AdFetched fetched, ConversionRecorded conversion, ConversionGoal goal) {
        Instant at = conversion.getOccurredAt();
        add(fetched, at, "conversions", 1);
        if (conversion.getValueMicros() != null) {
            add(
                    at,
                    fetched.getCreativeId(),
                    conversion.getCurrency(),
                    "value",
                    conversion.getValueMicros());
        } else if (goal.getValue() != null) {
            add(
                    at,
                    fetched.getCreativeId(),
                    goal.getValue().getCurrency(),
                    "value",
                    goal.getValue().getAmountMicros());
        }
        if (fetched.getPriceModel() == PriceModel.cpa) {
            spend(fetched, at, fetched.getPriceMicros());
        }
    }

    private void countClicks(AdFetched fetched) {
        if (fetched.getTest()) {
            return;
        }
        of(FeedbackRecorded.class)
                .filter(said -> fetched.getFetchId().equals(said.getFetchId()))
                .forEach(said -> {
                    add(fetched, said.getOccurredAt(), "feedback", 1);
                    int hides = said.getKind() == FeedbackKind.hide ? 1 : 0;
                    add(fetched, said.getOccurredAt(), "hides", hides);
                });
        of(CustomEventRecorded.class)
                .filter(custom -> fetched.getFetchId().equals(custom.getFetchId()))
                .filter(_ -> fetched.getCountsNames())
                .forEach(custom -> add(fetched, custom.getOccurredAt(), "customEvents", 1));
        List<ClickRecorded> clicks = validClicks(fetched);
        of(ClickRecorded.class)
                .filter(click -> fetched.getFetchId().equals(click.getFetchId()))
                .filter(click -> click.getInvalidTraffic() != null)
                .forEach(click -> add(fetched, click.getOccurredAt(), "invalidClicks", 1));
        for (int index = 0; index < clicks.size(); index++) {
            ClickRecorded click = clicks.get(index);
            add(fetched, click.getOccurredAt(), "clicks", 1);
            Optional<Instant> last =
                    clicks.subList(0, index).stream()
                            .filter(earlier ->
                                    earlier.getActionIndex().equals(click.getActionIndex()))
                            .map(ClickRecorded::getOccurredAt)
                            .max(Comparator.naturalOrder());
            boolean unique =
                    last.isEmpty()
                            || Math.abs(last.get().until(click.getOccurredAt(), ChronoUnit.MILLIS))
                                    > 30_000;
            if (unique) {
                add(fetched, click.getOccurredAt(), "uniqueClicks", 1);
                if (fetched.getPriceModel() == PriceModel.cpc) {
                    spend(fetched, click.getOccurredAt(), fetched.getPriceMicros());
                }
            }
        }
    }

    private void countEngagement(AdFetched fetched) {
        if (fetched.getTest()) {
            return;
        }
        Stream<Instant> steps =
                of(FlowEventRecorded.class)
                        .filter(event -> fetched.getFetchId().equals(event.getFetchId()))
                        .filter(event -> ENGAGING.contains(event.getEventType()))
                        .filter(this::happened)
                        .map(FlowEventRecorded::getOccurredAt);
        Stream.concat(steps, validClicks(fetched).stream().map(ClickRecorded::getOccurredAt))
                .min(Comparator.naturalOrder())
                .ifPresent(at -> add(fetched, at, "engagements", 1));
    }

    private List<ClickRecorded> validClicks(AdFetched fetched) {
        return of(ClickRecorded.class)
                .filter(click -> fetched.getFetchId().equals(click.getFetchId()))
                .filter(click -> click.getInvalidTraffic() == null)
                .toList();
    }

    private Optional<AdFetched> fetch(String fetchId) {
        return Optional.ofNullable(idToFetch.get(fetchId)).filter(fetched -> !fetched.getTest());
    }

    private void spend(AdFetched fetched, Instant at, long micros) {
        add(fetched, at, "spend", micros);
        dayToMicros.merge(
                fetched.getLineItemId()
                        + "/"
                        + at.atZone(ZoneId.of(fetched.getTimeZone())).toLocalDate().toEpochDay(),
                micros,
                Long::sum);
        dayToMicros.values().removeIf(sum -> sum == 0);
    }

    private void add(AdFetched fetched, Instant at, String metric, long amount) {
        add(at, fetched.getCreativeId(), fetched.getCurrency(), metric, amount);
    }

    private void add(Instant at, String creativeId, String currency, String metric, long amount) {
        cellToCount.merge(
                at.truncatedTo(ChronoUnit.MINUTES)
                        + "/"
                        + creativeId
                        + "/"
                        + currency
                        + "/"
                        + metric,
                amount,
                Long::sum);
    }

    private <V extends JournalEvent> Stream<V> of(Class<V> type) {
        return events.stream().filter(type::isInstance).map(type::cast);
    }
}
