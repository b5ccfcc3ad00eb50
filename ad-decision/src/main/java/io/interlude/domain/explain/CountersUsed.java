package io.interlude.domain.explain;

import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.conversation.AdLoadCheck;
import io.interlude.domain.conversation.ConversationCounters;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.rotation.RotationMode;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.domain.selection.SelectionVerdict;
import io.interlude.domain.selection.ShadowWin;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Picks, of a subscriber's counters, those that a decision depended on: of the candidates with a
/// verdict that got as far as their caps, of the shadows that would have been served, and all that
/// it has hidden. A counter keeps as many of its latest times as the largest of those caps counts:
/// a cap is full or not by these. For one decision.
final class CountersUsed {
    private final OrgCatalogue catalogue;
    private final SelectionInput input;
    private final FrequencyView.@Nullable Counted subscriber;
    private final FrequencyView.@Nullable Counted conversation;
    private final Map<FrequencyCounter, Integer> counterToTimes = new LinkedHashMap<>();

    CountersUsed(OrgCatalogue catalogue, SelectionInput input) {
        this.catalogue = catalogue;
        this.input = input;
        this.subscriber = counted(input.frequency());
        this.conversation = counted(input.conversation().counters());
    }

    private static FrequencyView.@Nullable Counted counted(FrequencyView view) {
        return view instanceof FrequencyView.Counted counted && !counted.counters().isEmpty()
                ? counted
                : null;
    }

    List<FrequencyCounter> of(SelectionOutcome outcome) {
        if (subscriber == null && conversation == null) {
            return List.of();
        }
        if (subscriber != null) {
            subscriber
                    .counters(CapScope.HIDDEN)
                    .forEach(hidden -> counterToTimes.put(hidden, hidden.times().size()));
        }
        for (SelectionVerdict verdict : outcome.verdicts()) {
            if (verdict.reachedItsCaps()) {
                catalogue.lineItem(verdict.lineItemId()).ifPresent(this::useCaps);
            }
        }
        for (ShadowWin shadow : outcome.candidates().shadows()) {
            catalogue.lineItem(shadow.lineItemId()).ifPresent(this::useCaps);
        }
        if (outcome instanceof SelectionOutcome.Served served
                && served.lineItem().lineItem().rotation().mode() == RotationMode.SEQUENTIAL) {
            use(CapScope.LINE_ITEM, served.lineItem().lineItem().id().value(), 0);
        }
        List<FrequencyCounter> used = new ArrayList<>();
        counterToTimes.forEach((counter, times) -> used.add(latest(counter, times)));
        used.addAll(
                new AdLoadCheck(
                                catalogue.adLoad(input.adUnit(), input.ofKey()),
                                input.conversation(),
                                input.now())
                        .used());
        return used;
    }

    private void useCaps(Candidate candidate) {
        candidate.lineItem().frequencyCaps().forEach(cap -> use(candidate, cap));
        candidate.campaign().frequencyCaps().forEach(cap -> use(candidate, cap));
    }

    private void use(Candidate candidate, FrequencyCap cap) {
        int times = cap.per() == null ? 0 : cap.max();
        switch (cap.scope()) {
            case LINE_ITEM -> use(cap.scope(), candidate.lineItem().id().value(), times);
            case CAMPAIGN -> use(cap.scope(), candidate.campaign().id().value(), times);
            case AD_UNIT -> use(cap.scope(), input.adUnit().id().value(), times);
            case ADVERTISER ->
                    use(cap.scope(), catalogue.advertiser(candidate.campaign()).key(), times);
            case CONVERSATION -> {
                String of = input.conversation().conversation();
                if (of != null) {
                    String id = ConversationCounters.ofLineItem(of, candidate.lineItem().id());
                    use(conversation, cap.scope(), id, times);
                }
            }
            case HIDDEN -> throw new IllegalArgumentException("no cap has this scope");
            case CREATIVE -> {
                for (CreativeVersion creative : candidate.creatives()) {
                    use(cap.scope(), creative.id().value(), times);
                }
            }
        }
    }

    private void use(CapScope scope, String id, int times) {
        use(subscriber, scope, id, times);
    }

    private void use(
            FrequencyView.@Nullable Counted counted, CapScope scope, String id, int times) {
        FrequencyCounter counter = counted == null ? null : counted.counter(scope, id);
        if (counter != null) {
            counterToTimes.merge(counter, times, Math::max);
        }
    }

    private static FrequencyCounter latest(FrequencyCounter counter, int count) {
        List<Instant> times = counter.times();
        return new FrequencyCounter(
                counter.scope(),
                counter.id(),
                counter.lifetime(),
                times.subList(Math.max(0, times.size() - count), times.size()));
    }
}
