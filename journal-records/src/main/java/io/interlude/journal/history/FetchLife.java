package io.interlude.journal.history;

import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.flow.FlowStep;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.ConversionFold;
import io.interlude.domain.matching.CountingVerdict;
import io.interlude.domain.matching.FetchEvent;
import io.interlude.domain.matching.FetchProgress;
import io.interlude.domain.matching.OrderKey;
import io.interlude.domain.matching.VerdictFold;
import io.interlude.journal.record.ConversionGoalCodec;
import io.interlude.journal.record.EventBounds;
import io.interlude.journal.record.FetchEventCodec;
import io.interlude.journal.record.FlowStepCodec;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.JournalEvent;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/// Judges the records of one fetch, of one request that served nothing, or of one conversion
/// without a fetch. They come in the order of their topics, fetches first. Used by one thread.
public final class FetchLife {
    /// Verdicts that a later event may change.
    private static final Set<CountingVerdict> OF_GOALS =
            EnumSet.of(
                    CountingVerdict.COUNTED,
                    CountingVerdict.NOT_A_GOAL,
                    CountingVerdict.NO_CLICK,
                    CountingVerdict.OUTSIDE_WINDOW,
                    CountingVerdict.SAME_ORDER,
                    CountingVerdict.REPEATED);

    private final Function<AdFetched, Optional<FlowOutline>> flows;
    private final Set<String> judgedIds = new HashSet<>();
    private final Map<Class<?>, Integer> topicToJudged = new HashMap<>();
    private final List<String> conversionIds = new ArrayList<>();
    private FetchProgress progress = FetchProgress.NONE;
    private @Nullable AdFetched fetched;

    /// @param flows what a fetch served; empty as long as it is not known
    public FetchLife(Function<AdFetched, Optional<FlowOutline>> flows) {
        this.flows = flows;
    }

    /// The fetch, once it came.
    public @Nullable AdFetched fetched() {
        return fetched;
    }

    /// Events that are remembered by their ids.
    int idsHeld() {
        return judgedIds.size();
    }

    /// Judges the next record; empty when the flow that was served is not known.
    public Optional<CountingVerdict> judge(JournalEvent event) {
        try {
            return switch (event) {
                case AdFetched first -> Optional.of(fetched(first));
                case AdNotFilled notFilled ->
                        Optional.of(once(notFilled.getEventId(), notFilled.getTest(), false));
                case ConversionRecorded conversion when conversion.getFetchId() == null ->
                        Optional.of(
                                once(
                                        conversion.getEventId(),
                                        conversion.getTest(),
                                        conversion.getInvalidTraffic() != null));
                case ConversionRecorded conversion when conversion.getLate() ->
                        Optional.of(late(conversion));
                default -> ofFetch(event);
            };
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException _) {
            // A record that makes no sense is rejected by the aggregator too.
            return Optional.of(CountingVerdict.UNMATCHED);
        }
    }

    /// The verdict on a conversion as it is after all that was judged: a click may have changed it.
    ///
    /// @param verdict that it got when it was judged
    /// @param ordersElsewhere orders of the fetch that count for others
    public CountingVerdict afterAll(
            CountingVerdict verdict, JournalEvent event, Set<OrderKey> ordersElsewhere) {
        AdFetched of = fetched;
        if (of == null || !OF_GOALS.contains(verdict)) {
            return verdict;
        }
        ConversionFold rules = rules(of, ordersElsewhere);
        if (event instanceof ConversionRecorded conversion && conversion.getLate()) {
            List<FetchEvent> history = new ArrayList<>(progress.history());
            history.add(FetchEventCodec.converted(conversion, of.getCurrency()));
            return rules.judged(history).getLast().verdict();
        }
        int index = conversionIds.indexOf(event.getEventId());
        return index < 0 ? verdict : VerdictFold.conversions(rules, progress).get(index);
    }

    private static ConversionFold rules(AdFetched fetched, Set<OrderKey> ordersElsewhere) {
        return new ConversionFold(
                ConversionGoalCodec.toDomain(fetched.getConversionGoals()),
                fetched.getOccurredAt(),
                new OrgId(fetched.getOrgId()),
                new LineItemId(fetched.getLineItemId()),
                ordersElsewhere);
    }

    private CountingVerdict fetched(AdFetched first) {
        boolean again = fetched != null;
        if (!again) {
            fetched = first;
        }
        if (first.getTest()) {
            return CountingVerdict.TEST;
        }
        return again ? CountingVerdict.DUPLICATE : CountingVerdict.COUNTED;
    }

    private CountingVerdict once(String eventId, boolean test, boolean invalidTraffic) {
        if (test) {
            return CountingVerdict.TEST;
        }
        if (!judgedIds.add(eventId)) {
            return CountingVerdict.DUPLICATE;
        }
        return invalidTraffic ? CountingVerdict.INVALID_TRAFFIC : CountingVerdict.COUNTED;
    }

    /// It counts for nothing and takes no place of another event, so its fetch need not be known.
    private CountingVerdict late(ConversionRecorded conversion) {
        CountingVerdict verdict = once(conversion.getEventId(), conversion.getTest(), false);
        return verdict == CountingVerdict.COUNTED ? CountingVerdict.OUTSIDE_WINDOW : verdict;
    }

    /// Takes one of the places that the fetch has for events of the record's topic.
    private boolean hasRoom(SpecificRecord record) {
        return topicToJudged.merge(record.getClass(), 1, Integer::sum)
                <= EventBounds.EVENTS_OF_FETCH_MAX;
    }

    private static boolean mayCount(SpecificRecord record, AdFetched of) {
        return switch (record) {
            case CustomEventRecorded _ -> of.getCountsNames();
            case FlowEventRecorded step -> FetchEventCodec.engaging(step);
            default -> true;
        };
    }

    private Optional<CountingVerdict> ofFetch(JournalEvent event) {
        AdFetched of = fetched;
        if (of == null || !of.getOrgId().equals(event.getOrgId())) {
            return Optional.of(CountingVerdict.UNMATCHED);
        }
        if (judgedIds.contains(event.getEventId())) {
            return Optional.of(CountingVerdict.DUPLICATE);
        }
        if (event instanceof FlowEventRecorded recorded) {
            FlowStep step = FlowStepCodec.toDomain(recorded);
            Optional<FlowOutline> flow = flows.apply(of);
            if (flow.isEmpty()) {
                return Optional.empty();
            }
            if (flow.get().mismatch(step).isPresent()) {
                if (hasRoom(event)) {
                    judgedIds.add(event.getEventId());
                }
                return Optional.of(CountingVerdict.UNMATCHED);
            }
        }
        return Optional.of(
                event.getTest() || of.getTest() ? CountingVerdict.TEST : matched(event, of));
    }

    private CountingVerdict matched(JournalEvent record, AdFetched of) {
        FetchEvent event = FetchEventCodec.toDomain(record, of.getCurrency());
        if (mayCount(record, of) && !hasRoom(record)) {
            return CountingVerdict.UNMATCHED;
        }
        ConversionFold rules = rules(of, Set.of());
        VerdictFold.Judged judged = VerdictFold.judged(rules, progress, event);
        if (record instanceof ConversionRecorded && rules.matters(event)) {
            conversionIds.add(record.getEventId());
        }
        progress = judged.progress();
        judgedIds.add(record.getEventId());
        return judged.verdict();
    }
}
