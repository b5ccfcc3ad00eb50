package io.interlude.domain.matching;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Judges the events of a fetch one after the other, in the order of their topics. It shares its
/// rules with [MatchingFold], so the verdicts are those of the counts. The caller drops duplicates
/// and what does not fit the fetch.
///
/// A click may change the verdicts of conversions before it: those are told by [#conversions].
public final class VerdictFold {
    private VerdictFold() {}

    /// The verdict on an event of a fetch that is no test.
    public static Judged judged(ConversionFold rules, FetchProgress before, FetchEvent event) {
        Judged judged = judged(before, event);
        if (!rules.matters(event)) {
            return judged;
        }
        List<FetchEvent> history = new ArrayList<>(before.history());
        history.add(event);
        FetchProgress after = judged.progress().withHistory(history);
        return event instanceof FetchEvent.Converted
                ? new Judged(conversions(rules, after).getLast(), after)
                : new Judged(judged.verdict(), after);
    }

    /// The verdicts on the conversions of the progress's history, in their order, as they are after
    /// all of its events.
    public static List<CountingVerdict> conversions(ConversionFold rules, FetchProgress progress) {
        return rules.judged(progress.history()).stream()
                .map(ConversionFold.JudgedConversion::verdict)
                .toList();
    }

    private static Judged judged(FetchProgress before, FetchEvent event) {
        return switch (event) {
            case FetchEvent.Clicked clicked -> clicked(before, clicked);
            case FetchEvent.Converted converted ->
                    new Judged(valid(converted.invalidTraffic()), before);
            case FetchEvent.Delivered _,
                    FetchEvent.FlowStepped _,
                    FetchEvent.FeedbackGiven _,
                    FetchEvent.CustomReported _ ->
                    new Judged(CountingVerdict.COUNTED, before);
        };
    }

    private static Judged clicked(FetchProgress before, FetchEvent.Clicked click) {
        if (click.invalidTraffic()) {
            return new Judged(CountingVerdict.INVALID_TRAFFIC, before);
        }
        Instant lastAt = before.actionToLastClickAt().get(click.actionIndex());
        boolean repeat = MatchingFold.isRepeat(click.occurredAt(), lastAt);
        return new Judged(
                repeat ? CountingVerdict.REPEAT : CountingVerdict.COUNTED,
                MatchingFold.withClick(before, click, lastAt));
    }

    private static CountingVerdict valid(boolean invalidTraffic) {
        return invalidTraffic ? CountingVerdict.INVALID_TRAFFIC : CountingVerdict.COUNTED;
    }

    /// A verdict, and the fetch's progress after the event as far as verdicts depend on it.
    public record Judged(CountingVerdict verdict, FetchProgress progress) {}
}
