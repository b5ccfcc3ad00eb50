package io.interlude.domain.selection;

import io.interlude.domain.catalogue.Activation;
import io.interlude.domain.catalogue.Blocked;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.CampaignAdvertiser;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.RelevancePolicy;
import io.interlude.domain.conversation.AdLoad;
import io.interlude.domain.flight.OpenFlight;
import io.interlude.domain.flight.ServingDay;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.frequency.FrequencyCapPolicy;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.pacing.Pace;
import io.interlude.domain.pacing.PacingPolicy;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.RotationPolicy;
import io.interlude.domain.rotation.RotationStamp;
import io.interlude.domain.rotation.WeightedDraw;
import io.interlude.domain.targeting.CompiledTargeting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The selection as the contract tells it: every candidate against every rule, one after the other.
/// What the real one must come to.
final class NaiveSelection {
    private final OrgCatalogue catalogue;
    private final SelectionInput input;
    private final ServingState state;
    private final RandomGenerator random;
    private final NaiveValue value;

    private NaiveSelection(
            OrgCatalogue catalogue,
            SelectionInput input,
            ServingState state,
            RandomGenerator random) {
        this.catalogue = catalogue;
        this.input = input;
        this.state = state;
        this.random = random;
        this.value = NaiveValue.of(catalogue, input, state);
    }

    /// @param served id of the creative, or the reason
    /// @param rotation null without an ad
    record Answer(
            String served,
            @Nullable RotationStamp rotation,
            List<SelectionVerdict> verdicts,
            int candidateCount) {}

    static Answer decide(
            OrgCatalogue catalogue,
            SelectionInput input,
            ServingState state,
            RandomGenerator random) {
        return new NaiveSelection(catalogue, input, state, random).decide();
    }

    private Answer decide() {
        List<Candidate> candidates =
                catalogue.lineItems().stream()
                        .filter(this::isCandidate)
                        .sorted(
                                Comparator.comparingInt((Candidate c) -> c.lineItem().priority())
                                        .thenComparing(c -> c.lineItem().id().value()))
                        .toList();
        List<Judged> judged = candidates.stream().map(this::judge).toList();
        int first =
                judged.stream()
                        .filter(one -> one.verdict.brokenRule() == null)
                        .filter(_ -> input.moment().decliningCategory() == null)
                        .mapToInt(one -> one.candidate.lineItem().priority())
                        .min()
                        .orElse(Integer.MAX_VALUE);
        List<Judged> contenders = new ArrayList<>();
        List<SelectionVerdict> others = new ArrayList<>();
        boolean cappedOnly = false;
        for (Judged one : judged) {
            if (one.candidate.lineItem().priority() > first) {
                others.add(broken(one.candidate, SelectionRule.OUTRANKED, Double.NaN).verdict);
            } else if (one.verdict.brokenRule() == null) {
                contenders.add(one);
            } else {
                others.add(one.verdict);
                cappedOnly |= one.cappedOnly;
            }
        }
        contenders.sort(
                Comparator.comparingDouble((Judged one) -> -value.first(one.verdict))
                        .thenComparingDouble(one -> -value.second(one.verdict))
                        .thenComparingDouble(one -> -one.verdict.urgency()));
        return answer(contenders, others, cappedOnly, candidates.size());
    }

    private Answer answer(
            List<Judged> contenders, List<SelectionVerdict> others, boolean cappedOnly, int count) {
        List<SelectionVerdict> verdicts = new ArrayList<>();
        RotationStamp rotation = null;
        String served = cappedOnly ? "FREQUENCY_CAPPED" : "NO_DEMAND";
        if (input.moment().decliningCategory() != null) {
            contenders.forEach(one -> verdicts.add(again(one, SelectionRule.APPROPRIATENESS)));
            served = "APPROPRIATENESS_SUPPRESSED";
        } else if (!contenders.isEmpty()) {
            Judged winner = draw(contenders);
            if (value.holdsOut(winner.candidate.campaign())) {
                return decide();
            }
            served = creative(winner).id().value();
            rotation = RotationStamp.next(engagements(creatives(winner.candidate)));
            verdicts.add(winner.verdict);
            contenders.remove(winner);
            contenders.forEach(one -> verdicts.add(again(one, SelectionRule.OUTRANKED)));
        }
        verdicts.addAll(others);
        return new Answer(
                served,
                rotation,
                verdicts.stream().limit(SelectionOutcome.LARGEST_VERDICTS).toList(),
                count);
    }

    private boolean isCandidate(Candidate candidate) {
        LineItem item = candidate.lineItem();
        boolean onAdUnit =
                item.adUnits().isEmpty() || item.adUnits().contains(input.adUnit().code());
        boolean adUnitTakes =
                input.adUnit().formats().isEmpty()
                        || input.adUnit().formats().contains(input.format());
        return item.status() == ServingStatus.ACTIVE
                && candidate.campaign().status() == ServingStatus.ACTIVE
                && onAdUnit
                && adUnitTakes
                && !creatives(candidate).isEmpty();
    }

    private List<CreativeVersion> creatives(Candidate candidate) {
        return candidate.creatives().stream().filter(c -> c.renders(input.format())).toList();
    }

    private Judged judge(Candidate candidate) {
        LineItem item = candidate.lineItem();
        Campaign campaign = candidate.campaign();
        ServingDay day = ServingDay.of(item.schedule(), input.now());
        long nowMillis = input.now().toEpochMilli();
        if (!item.flight().contains(input.now()) || !campaign.flight().contains(input.now())) {
            return broken(candidate, SelectionRule.FLIGHT, Double.NaN);
        }
        if (!CompiledTargeting.of(item.targeting()).holds(input.attributes())) {
            return broken(candidate, SelectionRule.TARGETING, Double.NaN);
        }
        if (creatives(candidate).stream().allMatch(c -> isBlocked(candidate, c))) {
            return broken(candidate, SelectionRule.BLOCKED, Double.NaN);
        }
        if (!day.isOpen(nowMillis)) {
            return broken(candidate, SelectionRule.DAYPART, Double.NaN);
        }
        if (input.lost().contains(item.id())) {
            return broken(candidate, SelectionRule.BUDGET, 0);
        }
        PacingPolicy pacing =
                new PacingPolicy(
                        item.budget(),
                        item.pacing(),
                        item.price(),
                        start(candidate, Activation::latest),
                        flight(candidate));
        Spent spent = pacing.bounded() ? state.spent(item.id(), day.epochDay()) : null;
        Pace pace = spent == null ? Pace.NO_PLAN : pacing.pace(spent, day, nowMillis);
        if (!pace.open()) {
            SelectionRule rule =
                    pace.standing() == Pace.Standing.AHEAD
                            ? SelectionRule.PACING
                            : SelectionRule.BUDGET;
            return new Judged(
                    candidate, new SelectionVerdict(item.id(), rule, Double.NaN, 0, spent), false);
        }
        return judge(candidate, pace, spent);
    }

    private Judged judge(Candidate candidate, Pace pace, @Nullable Spent spent) {
        double relevance = Double.NaN;
        if (RelevancePolicy.needsRelevance(candidate.lineItem().context())
                && input.moment().decliningCategory() == null
                && input.moment().context() instanceof ContextReading.Understood understood) {
            relevance = understood.similarity().of(candidate.lineItem().id());
        }
        boolean relevant = value.isRelevant(candidate.lineItem(), relevance);
        boolean capped = isCapped(candidate);
        boolean suitable = value.isSuitable(candidate.lineItem());
        Valuation valuation = value.valuation(candidate.lineItem(), relevance, pace);
        SelectionRule unlessCapped =
                suitable
                        ? relevant
                                ? value.unlessHeldOut(
                                        candidate, value.broken(candidate.lineItem(), valuation))
                                : SelectionRule.RELEVANCE
                        : SelectionRule.SUITABILITY;
        SelectionRule held =
                capped
                        ? SelectionRule.FREQUENCY_CAP
                        : isLoaded()
                                ? SelectionRule.AD_LOAD
                                : isSeparated(candidate) ? SelectionRule.SEPARATION : null;
        boolean hidden = isHidden(catalogue.advertiser(candidate.campaign()).key());
        SelectionRule rule = hidden ? SelectionRule.HIDDEN : held == null ? unlessCapped : held;
        return new Judged(
                candidate,
                new SelectionVerdict(
                        candidate.lineItem().id(),
                        rule,
                        relevance,
                        pace.urgency(),
                        spent,
                        valuation),
                !hidden && held != null && unlessCapped == null);
    }

    private static @Nullable OpenFlight flight(Candidate candidate) {
        long start = start(candidate, Activation::first);
        Instant own = candidate.lineItem().flight().endAt();
        if (own == null || start == Long.MIN_VALUE) {
            return null;
        }
        long end =
                Stream.of(own, candidate.campaign().flight().endAt())
                        .filter(Objects::nonNull)
                        .mapToLong(Instant::toEpochMilli)
                        .min()
                        .orElseThrow();
        return new OpenFlight(candidate.lineItem().schedule(), start, end);
    }

    private static long start(Candidate candidate, Function<Activation, Instant> activatedAt) {
        Activation activation = candidate.lineItem().activation();
        return Stream.of(
                        activation == null ? null : activatedAt.apply(activation),
                        candidate.lineItem().flight().startAt(),
                        candidate.campaign().flight().startAt())
                .filter(Objects::nonNull)
                .mapToLong(Instant::toEpochMilli)
                .max()
                .orElse(Long.MIN_VALUE);
    }

    private boolean isHidden(String key) {
        return input.frequency().equals(new FrequencyView.Unreadable(true))
                || (input.frequency() instanceof FrequencyView.Counted counted
                        && counted.counter(CapScope.HIDDEN, key) != null);
    }

    private boolean isCapped(Candidate candidate) {
        if (isCappedInConversation(candidate)) {
            return true;
        }
        List<FrequencyCap> caps =
                caps(candidate).stream()
                        .filter(cap -> cap.scope() != CapScope.CONVERSATION)
                        .toList();
        return switch (input.frequency()) {
            case FrequencyView.NoSubscriber _ -> false;
            case FrequencyView.Unreadable _ -> !caps.isEmpty();
            case FrequencyView.Counted _ ->
                    caps.stream()
                                    .filter(cap -> cap.scope() != CapScope.CREATIVE)
                                    .anyMatch(cap -> isFull(cap, id(cap, candidate)))
                            || creatives(candidate).stream().noneMatch(c -> isFree(candidate, c));
        };
    }

    private boolean isCappedInConversation(Candidate candidate) {
        String counter = "talk/lineItem/" + candidate.lineItem().id().value();
        return caps(candidate).stream()
                .filter(cap -> cap.scope() == CapScope.CONVERSATION)
                .anyMatch(cap ->
                        input.conversation().withheld()
                                || input.conversation().counters()
                                        instanceof FrequencyView.Unreadable
                                || !FrequencyCapPolicy.hasRoom(cap, said(counter), input.now()));
    }

    private @Nullable FrequencyCounter said(String counter) {
        return input.conversation().conversation() != null
                        && input.conversation().counters() instanceof FrequencyView.Counted counted
                ? counted.counter(CapScope.CONVERSATION, counter)
                : null;
    }

    private boolean isLoaded() {
        AdLoad load = catalogue.adLoad(input.adUnit(), input.ofKey());
        Integer turn = input.conversation().turn();
        if (load.firstAfterTurns() != null && turn != null && turn <= load.firstAfterTurns()) {
            return true;
        }
        boolean limits =
                load.minTurnsBetween() != null
                        || load.minGap() != null
                        || load.maxPerConversation() != null;
        if (input.conversation().counters() instanceof FrequencyView.Unreadable) {
            return limits;
        }
        FrequencyCounter ads = said("talk");
        if (ads == null) {
            return false;
        }
        boolean full =
                load.maxPerConversation() != null && ads.lifetime() >= load.maxPerConversation();
        boolean soon =
                load.minGap() != null
                        && Duration.between(ads.times().getLast(), input.now())
                                        .compareTo(load.minGap())
                                < 0;
        boolean near = false;
        for (int before = 1; before < 9; before++) {
            near |=
                    load.minTurnsBetween() != null
                            && turn != null
                            && said("talk/turn/" + before) != null
                            && turn <= before + load.minTurnsBetween();
        }
        return full || (!input.conversation().sameBreak() && (soon || near));
    }

    private boolean isSeparated(Candidate candidate) {
        AdLoad load = catalogue.adLoad(input.adUnit(), input.ofKey());
        CampaignAdvertiser advertiser = catalogue.advertiser(candidate.campaign());
        if (input.conversation().counters() instanceof FrequencyView.Unreadable) {
            return load.advertiserSeparation() > 0 || load.categorySeparation() > 0;
        }
        return isNear("talk/advertiser/" + advertiser.key(), load.advertiserSeparation())
                || advertiser.categories().stream()
                        .anyMatch(id -> isNear("talk/category/" + id, load.categorySeparation()));
    }

    private boolean isNear(String counter, int separation) {
        FrequencyCounter one = said(counter);
        FrequencyCounter ads = said("talk");
        return separation > 0
                && one != null
                && ads != null
                && ads.times().stream()
                                .filter(one.times().getLast()::isBefore)
                                .filter(input.now()::isAfter)
                                .count()
                        < separation;
    }

    private static List<FrequencyCap> caps(Candidate candidate) {
        return Stream.of(candidate.lineItem().frequencyCaps(), candidate.campaign().frequencyCaps())
                .flatMap(List::stream)
                .toList();
    }

    private String id(FrequencyCap cap, Candidate candidate) {
        return switch (cap.scope()) {
            case LINE_ITEM -> candidate.lineItem().id().value();
            case CAMPAIGN -> candidate.campaign().id().value();
            case AD_UNIT -> input.adUnit().id().value();
            case ADVERTISER -> catalogue.advertiser(candidate.campaign()).key();
            case CREATIVE, CONVERSATION, HIDDEN -> throw new AssertionError(cap);
        };
    }

    private boolean isBlocked(Candidate candidate, CreativeVersion creative) {
        Blocked blocked = catalogue.blocked(input.adUnit(), input.ofKey());
        CampaignAdvertiser advertiser = catalogue.advertiser(candidate.campaign());
        return blocked.advertisers().stream().anyMatch(advertiser.names()::contains)
                || blocked.categories().stream().anyMatch(advertiser.categoriesAndAbove()::contains)
                || blocked.domains().stream()
                        .anyMatch(domain ->
                                Stream.concat(
                                                advertiser.domains().stream(),
                                                creative.content().domains().stream())
                                        .anyMatch(of -> ("." + of).endsWith("." + domain)));
    }

    private boolean isFree(Candidate candidate, CreativeVersion creative) {
        return !isBlocked(candidate, creative) && hasRoom(candidate, creative);
    }

    private boolean hasRoom(Candidate candidate, CreativeVersion creative) {
        return caps(candidate).stream()
                .filter(cap -> cap.scope() == CapScope.CREATIVE)
                .noneMatch(cap -> isFull(cap, creative.id().value()));
    }

    private boolean isFull(FrequencyCap cap, String id) {
        return input.frequency() instanceof FrequencyView.Counted counted
                && !FrequencyCapPolicy.hasRoom(cap, counted.counter(cap.scope(), id), input.now());
    }

    private Judged draw(List<Judged> contenders) {
        SelectionVerdict best = contenders.getFirst().verdict;
        List<Judged> ties =
                contenders.stream()
                        .filter(one ->
                                Double.compare(value.first(one.verdict), value.first(best)) == 0
                                        && Double.compare(
                                                        value.second(one.verdict),
                                                        value.second(best))
                                                == 0
                                        && one.verdict.urgency() == best.urgency())
                        .toList();
        int[] weights = ties.stream().mapToInt(t -> t.candidate.lineItem().weight()).toArray();
        return ties.size() == 1 ? ties.getFirst() : ties.get(WeightedDraw.index(weights, random));
    }

    private CreativeVersion creative(Judged winner) {
        List<CreativeVersion> all = creatives(winner.candidate);
        List<CreativeVersion> free = all.stream().filter(c -> isFree(winner.candidate, c)).toList();
        LineItem item = winner.candidate.lineItem();
        if (all.size() == 1) {
            return all.getFirst();
        }
        boolean[] rooms = new boolean[all.size()];
        for (int i = 0; i < rooms.length; i++) {
            rooms[i] = free.contains(all.get(i));
        }
        return switch (item.rotation().mode()) {
            case ADAPTIVE -> {
                Engagement[] engagements = engagements(all);
                yield all.get(
                        RotationPolicy.adaptive(
                                engagements,
                                rooms,
                                RotationStamp.next(engagements),
                                item.rotation().explorationShareBps(),
                                random));
            }
            case WEIGHTED ->
                    all.get(
                            RotationPolicy.weighted(
                                    all.stream().mapToInt(CreativeVersion::weight).toArray(),
                                    rooms,
                                    random));
            case SEQUENTIAL -> sequential(all, free, item);
        };
    }

    private Engagement[] engagements(List<CreativeVersion> creatives) {
        return creatives.stream().map(c -> state.engagement(c.id())).toArray(Engagement[]::new);
    }

    private CreativeVersion sequential(
            List<CreativeVersion> all, List<CreativeVersion> free, LineItem item) {
        long served = state.spent(item.id(), 0).lifetimeFetches();
        if (input.frequency() instanceof FrequencyView.Counted counted) {
            var counter = counted.counter(CapScope.LINE_ITEM, item.id().value());
            served = counter == null ? 0 : counter.lifetime();
        }
        int index = (int) (served % all.size());
        while (!free.contains(all.get(index))) {
            index = (index + 1) % all.size();
        }
        return all.get(index);
    }

    private Judged broken(Candidate candidate, SelectionRule rule, double urgency) {
        SelectionVerdict verdict =
                new SelectionVerdict(candidate.lineItem().id(), rule, Double.NaN, urgency, null);
        return new Judged(candidate, verdict, false);
    }

    private static SelectionVerdict again(Judged one, SelectionRule rule) {
        SelectionVerdict was = one.verdict;
        return new SelectionVerdict(
                was.lineItemId(),
                rule,
                was.relevance(),
                was.urgency(),
                was.spent(),
                was.valuation());
    }

    private record Judged(Candidate candidate, SelectionVerdict verdict, boolean cappedOnly) {}
}
