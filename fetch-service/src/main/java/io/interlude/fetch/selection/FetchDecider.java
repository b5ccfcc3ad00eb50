package io.interlude.fetch.selection;

import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.flight.ServingDay;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyFold;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.money.Money;
import io.interlude.domain.pacing.PacingPolicy;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prepared.PreparedLineItem;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.selection.Selection;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.domain.selection.SelectionVerdict;
import io.interlude.domain.selection.Valuation;
import io.interlude.domain.selection.Valuer;
import io.interlude.fetch.overlay.FetchOverlay;
import io.interlude.fetch.overlay.OwnFetch;
import io.interlude.fetch.overlay.SubscriberKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/// Decides what to serve, and takes the places in caps and budgets in the same step.
///
/// One subscriber's decisions run one after the other, so the second sees the places that the first
/// took. A budget is checked once more when its place is taken; whoever lost it to a concurrent
/// fetch decides again without that line item. The same seed is used each time, so the decision
/// that counts can be recomputed from the journal.
public final class FetchDecider {
    /// Rounds of waiting for the journal to settle what may be counted twice.
    private static final int MOST_ROUNDS = 3;

    /// How long a round waits. While Kafka is away the journal may not settle it for minutes; what
    /// may be counted twice then holds the ad back.
    private static final Duration LONGEST_ROUND = Duration.ofMillis(200);

    private final FetchOverlay overlay;
    private final CounterReader reader;
    private final HidePolicy hides;

    public FetchDecider(FetchOverlay overlay, CounterReader reader, HidePolicy hides) {
        this.overlay = overlay;
        this.reader = reader;
        this.hides = hides;
    }

    /// Decides, after reading the subscriber's counters where a cap, a sequence or what may be
    /// hidden needs them.
    ///
    /// @param partition the subscriber's partition of the journal
    /// @param then what settles the places that were taken; called in the same step, even when
    ///   nobody waits for the answer any more
    public <T> Mono<T> decide(DecisionRequest request, int partition, Function<Decision, T> then) {
        Optional<SubscriberKey> owner = request.ownerKey();
        if (owner.isEmpty() || !(request.needsCounters() || hides.concerns(request))) {
            Counters none =
                    request.audience().unknown()
                            ? new Counters.Unreadable()
                            : new Counters.NotAsked();
            return Mono.fromSupplier(() -> then.apply(decideNow(request, none)));
        }
        return reader.read(owner.get(), partition)
                .flatMap(counters -> decideSettled(request, counters, MOST_ROUNDS, then));
    }

    /// What a fetch that was just decided is expected to pay, in the org's currency; null for a
    /// no-fill, and where that is not known.
    public @Nullable Money expectedValue(DecisionRequest request, SelectionOutcome outcome) {
        if (!(outcome instanceof SelectionOutcome.Served served)) {
            return null;
        }
        Valuer valuer =
                new Valuer(
                        request.catalogue().source(),
                        request.adUnit(),
                        overlay.state(request.orgId()),
                        _ -> 0);
        SelectionVerdict winner = served.verdicts().getFirst();
        Valuation decided = winner.valuation();
        return valuer.expected(
                decided == null ? valuer.value(served.lineItem(), winner.relevance()) : decided);
    }

    private <T> Mono<T> decideSettled(
            DecisionRequest request, Counters counters, int rounds, Function<Decision, T> then) {
        return Mono.defer(() -> {
            Attempt attempt = attempt(request, counters, rounds);
            return attempt.settling()
                    .map(settling ->
                            Mono.fromFuture(settling, true)
                                    .timeout(LONGEST_ROUND, Mono.empty())
                                    .publishOn(Schedulers.parallel())
                                    .then(decideSettled(request, counters, rounds - 1, then)))
                    .orElseGet(() -> Mono.just(then.apply(attempt.decision())));
        });
    }

    /// Decides, unless a cap held something back that own fetches may have used up only by being
    /// counted twice: then nothing is taken, and there is something to wait for.
    private Attempt attempt(DecisionRequest request, Counters counters, int rounds) {
        return exclusively(
                request,
                () -> {
                    if (rounds > 0 && counters instanceof Counters.Read(SubscriberCounters read)) {
                        Optional<CompletableFuture<Void>> settling =
                                request.ownerKey().flatMap(key -> overlay.settling(key, read));
                        if (settling.isPresent()) {
                            SelectionInput input = input(request, counters, request.besides());
                            SelectionOutcome outcome = select(request, input);
                            if (outcome.candidates().heldByCap()) {
                                return new Attempt(Decision.of(input, outcome), settling);
                            }
                        }
                    }
                    return new Attempt(take(request, counters), Optional.empty());
                });
    }

    private Decision decideNow(DecisionRequest request, Counters counters) {
        return exclusively(request, () -> take(request, counters));
    }

    private <T> T exclusively(DecisionRequest request, Supplier<T> step) {
        return request.test()
                ? step.get()
                : request.ownerKey()
                        .map(subscriber -> overlay.exclusively(subscriber, step))
                        .orElseGet(step);
    }

    private Decision take(DecisionRequest request, Counters counters) {
        Set<LineItemId> lost = new HashSet<>(request.besides());
        while (true) {
            SelectionInput input = input(request, counters, lost);
            SelectionOutcome outcome = select(request, input);
            if (!(outcome instanceof SelectionOutcome.Served served)) {
                return Decision.of(input, outcome);
            }
            List<FrequencyAdvance> advances = advances(request, input, served);
            if (request.test()) {
                return Decision.of(input, outcome);
            }
            Optional<OwnFetch> reserved = reserve(request, counters, served, advances);
            if (reserved.isPresent()) {
                return new Decision(input, outcome, advances, reserved.get());
            }
            lost.add(served.lineItem().lineItem().id());
        }
    }

    private SelectionInput input(DecisionRequest request, Counters counters, Set<LineItemId> lost) {
        return request.input(view(request, counters)).withLost(lost);
    }

    private SelectionOutcome select(DecisionRequest request, SelectionInput input) {
        ServingState state = overlay.state(request.orgId());
        return Selection.decide(
                request.catalogue(), input, state, new SplittableRandom(request.seed()));
    }

    private FrequencyView view(DecisionRequest request, Counters counters) {
        return switch (counters) {
            case Counters.NotAsked _ -> new FrequencyView.NoSubscriber();
            case Counters.Unreadable _ -> new FrequencyView.Unreadable(hides.concerns(request));
            case Counters.Read(SubscriberCounters read) ->
                    overlay.isFull(request.orgId())
                            ? new FrequencyView.Unreadable(hides.concerns(request))
                            : new FrequencyView.Counted(
                                    hides.holding(
                                            FrequencyFold.known(
                                                    request.ownerKey()
                                                            .map(key -> overlay.counters(key, read))
                                                            .orElse(read),
                                                    request.now()),
                                            request.now()));
        };
    }

    private static List<FrequencyAdvance> advances(
            DecisionRequest request, SelectionInput input, SelectionOutcome.Served served) {
        PreparedLineItem item = served.lineItem();
        List<FrequencyAdvance> advances = new ArrayList<>();
        if (request.subscriber() != null) {
            advances.addAll(
                    request.catalogue().advances(request.adUnit(), item, served.creative().id()));
        }
        advances.addAll(request.catalogue().advances(item, input.conversation()));
        return advances;
    }

    private Optional<OwnFetch> reserve(
            DecisionRequest request,
            Counters counters,
            SelectionOutcome.Served served,
            List<FrequencyAdvance> advances) {
        PreparedLineItem item = served.lineItem();
        LineItem lineItem = item.lineItem();
        ServingDay day = item.day(request.now());
        OwnFetch.Places places =
                new OwnFetch.Places(
                        request.orgId(),
                        request.ownerKey().orElse(null),
                        appliedOffset(counters),
                        request.now(),
                        advances,
                        lineItem.id(),
                        served.creative().id(),
                        served.rotation(),
                        day.epochDay(),
                        lineItem.price().fetchMicros());
        return overlay.reserve(places, spent -> hasRoom(item.pacing(), spent, day, request));
    }

    private boolean hasRoom(
            PacingPolicy pacing, Spent spent, ServingDay day, DecisionRequest request) {
        return !pacing.bounded()
                || (overlay.knowsSpend(request.orgId())
                        && pacing.pace(spent, day, request.now().toEpochMilli()).open());
    }

    private static long appliedOffset(Counters counters) {
        return counters instanceof Counters.Read(SubscriberCounters read)
                ? read.appliedOffset()
                : -1;
    }

    /// @param settling present when nothing is decided until it completes
    private record Attempt(Decision decision, Optional<CompletableFuture<Void>> settling) {}
}
