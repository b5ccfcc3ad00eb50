package io.interlude.domain.simulation;

import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.context.RelevancePolicy;
import io.interlude.domain.explain.ConversationRead;
import io.interlude.domain.explain.FrequencyReading;
import io.interlude.domain.explain.Recompute;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.explain.StateRead;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.PreparedLineItem;
import io.interlude.domain.selection.Selection;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.domain.selection.SelectionRule;
import io.interlude.domain.selection.SelectionVerdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Decides a recorded request under a changed catalogue and in the state that it would have met.
/// For one thread.
final class Rerun {
    private static final double LEAST_SIMILARITY = -1;
    private static final int PLACES_MAX = 256;

    private final SimulatedState state;
    private final ServedBefore served;

    /// Ads of a few latest fetches: those of one fetch may come between those of others.
    private final LinkedHashMap<Place, List<Sibling>> placeToSiblings = new LinkedHashMap<>();

    private final Set<LineItemId> unknown = new HashSet<>();
    private boolean lackedRelevance;

    Rerun(SimulatedState state, ServedBefore served) {
        this.state = state;
        this.served = served;
    }

    /// Whether a line item was out of the last decision because its relevance is not known.
    boolean lackedRelevance() {
        return lackedRelevance;
    }

    Optional<Simulation.Win> decide(SimulatedRequest request) {
        unknown.clear();
        SelectionOutcome outcome =
                Selection.decide(
                        request.changed(),
                        input(request),
                        state,
                        new SplittableRandom(request.decision().seed()));
        lackedRelevance =
                !unknown.isEmpty()
                        && outcome.verdicts().stream()
                                .anyMatch(verdict ->
                                        verdict.brokenRule() == SelectionRule.RELEVANCE
                                                && unknown.contains(verdict.lineItemId()));
        return outcome instanceof SelectionOutcome.Served one
                ? Optional.of(
                        Simulation.Win.of(request, one.lineItem(), one.creative().id(), state))
                : Optional.empty();
    }

    /// Takes note of what a request came to: further ads of the same fetch are of other line items.
    void note(
            SimulatedRequest request,
            Simulation.@Nullable Win was,
            Simulation.@Nullable Win wouldBe) {
        if (was == null) {
            return;
        }
        placeToSiblings
                .computeIfAbsent(Place.of(request), _ -> new ArrayList<>())
                .add(new Sibling(was.item(), wouldBe == null ? null : wouldBe.item()));
        if (placeToSiblings.size() > PLACES_MAX) {
            placeToSiblings.pollFirstEntry();
        }
    }

    private SelectionInput input(SimulatedRequest request) {
        RecordedDecision recorded = inSimulatedState(request);
        PreparedCatalogue changed = request.changed();
        SelectionInput plain =
                Recompute.input(
                        recorded,
                        changed.source(),
                        id -> similarity(request, id),
                        recorded.state().lost(),
                        false);
        return new SelectionInput(
                plain.adUnit(),
                plain.ofKey(),
                plain.format(),
                plain.attributes(),
                plain.now(),
                plain.frequency(),
                plain.moment(),
                plain.conversation(),
                campaign -> holdsOut(campaign, request.subscriber()),
                plain.lost(),
                false);
    }

    private static boolean holdsOut(Campaign campaign, @Nullable String subscriber) {
        return subscriber != null
                && campaign.holdout().holdsOut(campaign.id(), new Subscriber(subscriber));
    }

    /// The record with the counters and lost places that the simulation has by then.
    private RecordedDecision inSimulatedState(SimulatedRequest request) {
        RecordedDecision recorded = request.decision();
        StateRead before = recorded.state();
        String owner = request.owner();
        ConversationRead conversation = before.conversation();
        StateRead after =
                new StateRead(
                        ofSubscriber(request),
                        owner == null
                                ? before.counters()
                                : served.counters(
                                        owner, before.counters(), new ToldCounters(request)),
                        before.engagements(),
                        lost(request),
                        before.defaultMinRelevance(),
                        before.sensitiveCategory(),
                        before.context(),
                        before.child(),
                        new ConversationRead(
                                conversation.conversation(),
                                conversation.turn(),
                                conversation.sameBreak(),
                                conversation.withheld(),
                                inConversation(request)),
                        before.heldOut(),
                        before.candidateCount());
        return recorded.in(after);
    }

    /// Counters that nothing needed then may be needed now.
    private static FrequencyReading ofSubscriber(SimulatedRequest request) {
        RecordedDecision recorded = request.decision();
        FrequencyReading before = recorded.state().frequency();
        return before == FrequencyReading.NOT_READ
                        && request.subscriber() != null
                        && request.changed().needsCounters(recorded.adUnitCode(), recorded.format())
                ? FrequencyReading.COUNTED
                : before;
    }

    private static FrequencyReading inConversation(SimulatedRequest request) {
        RecordedDecision recorded = request.decision();
        ConversationRead conversation = recorded.state().conversation();
        FrequencyReading before = conversation.frequency();
        PreparedCatalogue changed = request.changed();
        return before == FrequencyReading.NOT_READ
                        && conversation.conversation() != null
                        && changed.needsConversation(
                                Recompute.adUnit(recorded, changed.source()),
                                recorded.format(),
                                recorded.applicationId())
                ? FrequencyReading.COUNTED
                : before;
    }

    /// What the fetch's earlier ads rule out, those that would have been in place of those that
    /// were; and what is not known of a record that does not tell of every candidate.
    private Set<LineItemId> lost(SimulatedRequest request) {
        Set<LineItemId> before = request.decision().state().lost();
        List<Sibling> siblings =
                before.isEmpty()
                        ? List.of()
                        : placeToSiblings.getOrDefault(Place.of(request), List.of());
        if (siblings.isEmpty() && request.decision().complete()) {
            return before;
        }
        Set<LineItemId> lost = new HashSet<>(before);
        for (Sibling sibling : siblings) {
            if (before.contains(sibling.was().lineItem().id())) {
                lost.removeAll(ofAdvertiser(request, sibling.was()));
            }
        }
        for (Sibling sibling : siblings) {
            PreparedLineItem instead = sibling.wouldBe();
            if (instead != null && before.contains(sibling.was().lineItem().id())) {
                lost.addAll(ofAdvertiser(request, instead));
            }
        }
        if (!request.decision().complete()) {
            lost.addAll(untold(request));
        }
        return lost;
    }

    /// A candidate that a record does not tell of did not win, and does not unless it is changed.
    private static Set<LineItemId> untold(SimulatedRequest request) {
        return Recompute.untold(request.decision(), request.then()).stream()
                .filter(id ->
                        request.then()
                                .source()
                                .lineItem(id)
                                .equals(request.changed().source().lineItem(id)))
                .collect(Collectors.toSet());
    }

    private static Set<LineItemId> ofAdvertiser(SimulatedRequest request, PreparedLineItem item) {
        String advertiser = item.advertiser().key();
        return request.changed().all().stream()
                .filter(other -> other.advertiser().key().equals(advertiser))
                .map(other -> other.lineItem().id())
                .collect(Collectors.toSet());
    }

    /// The recorded relevance; else that of a line item with the same topics.
    private double similarity(SimulatedRequest request, LineItemId id) {
        SelectionVerdict own = request.verdict(id);
        if (own != null && own.knownRelevance().isPresent()) {
            return own.relevance();
        }
        Optional<LineItem> asked = request.changed().item(id).map(PreparedLineItem::lineItem);
        for (SelectionVerdict other : request.decision().verdicts()) {
            if (other.knownRelevance().isPresent()
                    && asked.isPresent()
                    && request.then()
                            .item(other.lineItemId())
                            .map(PreparedLineItem::lineItem)
                            .filter(one ->
                                    RelevancePolicy.sameTopics(
                                            one.context(), asked.get().context()))
                            .isPresent()) {
                return other.relevance();
            }
        }
        unknown.add(id);
        return LEAST_SIMILARITY;
    }

    /// Ads of one fetch have the same time and place.
    private record Place(Instant at, String adUnitCode, @Nullable String owner) {
        static Place of(SimulatedRequest request) {
            RecordedDecision recorded = request.decision();
            return new Place(recorded.decidedAt(), recorded.adUnitCode(), request.owner());
        }
    }

    private record Sibling(PreparedLineItem was, @Nullable PreparedLineItem wouldBe) {
        Sibling {
            Objects.requireNonNull(was, "was is null");
        }
    }
}
