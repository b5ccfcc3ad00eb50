package io.interlude.domain.explain;

import static java.util.Objects.requireNonNullElse;

import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.context.RelevancePolicy;
import io.interlude.domain.conversation.ConversationCounters;
import io.interlude.domain.flight.ServingDay;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.frequency.FrequencyCapPolicy;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.Goal;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prepared.BlockedHere;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.PreparedLineItem;
import io.interlude.domain.rotation.AdaptiveTrace;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.Rotation;
import io.interlude.domain.rotation.RotationMode;
import io.interlude.domain.rotation.RotationPolicy;
import io.interlude.domain.rotation.WeightedDraw;
import io.interlude.domain.selection.Disqualification;
import io.interlude.domain.selection.SelectionRule;
import io.interlude.domain.selection.SelectionVerdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Lays one recorded decision open. The random numbers come from the recorded seed, in the order in
/// which [io.interlude.domain.selection.Selection] draws them: first among equals, once more for
/// each winner that was held out, then in the rotation. For one thread.
final class Tracing {
    private final RecordedDecision recorded;
    private final PreparedCatalogue catalogue;
    private final Map<LineItemId, PreparedLineItem> idToItem = new HashMap<>();
    private final Map<LineItemId, List<Disqualification>> idToFound;
    private final FrequencyView.@Nullable Counted counted;
    private final BlockedHere blocked;
    private final SplittableRandom random;
    private final List<SelectionVerdict> equals;

    Tracing(RecordedDecision recorded, PreparedCatalogue catalogue, Recomputation again) {
        this.recorded = recorded;
        this.catalogue = catalogue;
        catalogue.all().forEach(item -> idToItem.put(item.lineItem().id(), item));
        idToFound =
                again.outcome().disqualifications().stream()
                        .collect(Collectors.groupingBy(Disqualification::lineItemId));
        counted =
                recorded.state().frequency() == FrequencyReading.COUNTED
                                || recorded.state().conversation().frequency()
                                        == FrequencyReading.COUNTED
                        ? new FrequencyView.Counted(
                                new SubscriberCounters(0, recorded.state().counters()))
                        : null;
        blocked =
                catalogue.blocked(
                        Recompute.adUnit(recorded, catalogue.source()), recorded.applicationId());
        equals = equals();
        random = afterThoseHeldOut();
    }

    List<CandidateTrace> candidates() {
        List<CandidateTrace> traces = new ArrayList<>();
        for (SelectionVerdict verdict : recorded.verdicts()) {
            PreparedLineItem item = idToItem.get(verdict.lineItemId());
            if (item != null) {
                traces.add(candidate(item, verdict));
            }
        }
        return traces;
    }

    private CandidateTrace candidate(PreparedLineItem item, SelectionVerdict verdict) {
        Spent spent = item.pacing().bounded() ? verdict.spent() : null;
        boolean paced = spent != null;
        Budget budget = item.lineItem().budget();
        Integer dailyFetches = budget.dailyFetches();
        boolean lifetimePlanned = spent != null && item.pacing().isLifetimePlanned(spent);
        Goal goal = budget.goal();
        return new CandidateTrace(
                item,
                verdict,
                rules(verdict),
                verdict.reachedItsCaps() ? caps(item) : List.of(),
                paced ? planned(item, budget.dailyMicros()) : null,
                paced ? planned(item, dailyFetches == null ? null : (long) dailyFetches) : null,
                lifetimePlanned ? overFlight(item, budget.lifetimeMicros()) : null,
                paced ? overFlight(item, goal == null ? null : goal.amount()) : null,
                minRelevance(item.lineItem(), verdict));
    }

    private @Nullable Long planned(PreparedLineItem item, @Nullable Long bound) {
        if (bound == null) {
            return null;
        }
        ServingDay day = item.day(recorded.decidedAt());
        return item.pacing().plan(bound, day, recorded.decidedAt().toEpochMilli());
    }

    private @Nullable Long overFlight(PreparedLineItem item, @Nullable Long bound) {
        return bound == null
                ? null
                : item.pacing()
                        .planOverFlight(
                                bound,
                                item.day(recorded.decidedAt()),
                                recorded.decidedAt().toEpochMilli());
    }

    private @Nullable Double minRelevance(LineItem lineItem, SelectionVerdict verdict) {
        Double engineDefault = recorded.state().defaultMinRelevance();
        return engineDefault == null || verdict.knownRelevance().isEmpty()
                ? null
                : RelevancePolicy.minRelevance(lineItem.context(), engineDefault);
    }

    private List<RuleTrace> rules(SelectionVerdict verdict) {
        List<Disqualification> found = idToFound.getOrDefault(verdict.lineItemId(), List.of());
        return Arrays.stream(SelectionRule.values())
                .map(rule -> {
                    RuleTrace.Result result = result(rule, verdict);
                    return new RuleTrace(
                            rule,
                            result,
                            result == RuleTrace.Result.NOT_REACHED
                                    ? List.of()
                                    : found.stream().filter(one -> one.rule() == rule).toList());
                })
                .toList();
    }

    private static RuleTrace.Result result(SelectionRule rule, SelectionVerdict verdict) {
        SelectionRule broken = verdict.brokenRule();
        if (rule == broken) {
            return RuleTrace.Result.BROKEN;
        }
        boolean reached =
                isACandidates(rule)
                        || (CandidateTrace.lookedAt(verdict)
                                && (broken == null || rule.compareTo(broken) < 0));
        return reached ? RuleTrace.Result.PASSED : RuleTrace.Result.NOT_REACHED;
    }

    /// Who breaks one of these is no candidate.
    private static boolean isACandidates(SelectionRule rule) {
        return rule == SelectionRule.STATUS
                || rule == SelectionRule.AD_UNIT
                || rule == SelectionRule.FORMAT;
    }

    private List<CapReading> caps(PreparedLineItem item) {
        List<CapReading> readings = new ArrayList<>();
        if (counted != null) {
            caps(item.lineItem().id())
                    .filter(this::isCounted)
                    .forEach(cap -> {
                        for (String id : counters(cap.scope(), item)) {
                            readings.add(reading(counted, cap, id));
                        }
                    });
        }
        return readings;
    }

    private Stream<FrequencyCap> caps(LineItemId id) {
        return catalogue.source().lineItem(id).stream()
                .flatMap(candidate ->
                        Stream.concat(
                                candidate.lineItem().frequencyCaps().stream(),
                                candidate.campaign().frequencyCaps().stream()));
    }

    private List<String> counters(CapScope scope, PreparedLineItem item) {
        return switch (scope) {
            case LINE_ITEM -> List.of(item.lineItem().id().value());
            case CAMPAIGN -> List.of(item.campaign().id().value());
            case AD_UNIT -> List.of(recorded.adUnitId().value());
            case ADVERTISER -> List.of(item.advertiser().key());
            case CONVERSATION -> conversationCounters(item);
            case HIDDEN -> List.of();
            case CREATIVE ->
                    creatives(item.lineItem().id()).stream()
                            .map(creative -> creative.id().value())
                            .toList();
        };
    }

    private List<String> conversationCounters(PreparedLineItem item) {
        String conversation = recorded.state().conversation().conversation();
        return conversation == null
                ? List.of()
                : List.of(ConversationCounters.ofLineItem(conversation, item.lineItem().id()));
    }

    /// Whether what the cap counts was read.
    private boolean isCounted(FrequencyCap cap) {
        FrequencyReading reading =
                cap.scope() == CapScope.CONVERSATION
                        ? recorded.state().conversation().frequency()
                        : recorded.state().frequency();
        return reading == FrequencyReading.COUNTED;
    }

    private CapReading reading(FrequencyView.Counted view, FrequencyCap cap, String id) {
        FrequencyCounter counter = view.counter(cap.scope(), id);
        if (counter == null) {
            return new CapReading(cap, id, 0, null);
        }
        Instant now = recorded.decidedAt();
        long used = FrequencyCapPolicy.used(cap, counter, now);
        Instant freesAt = used < cap.max() ? null : FrequencyCapPolicy.frees(cap, counter, now);
        return new CapReading(cap, id, used, freesAt);
    }

    private List<CreativeVersion> creatives(LineItemId id) {
        return catalogue.source().lineItem(id).map(Candidate::creatives).orElse(List.of()).stream()
                .filter(creative -> creative.renders(recorded.format()))
                .toList();
    }

    /// Those of the winner's rank, the winner among them, in the order of the draw.
    private List<SelectionVerdict> equals() {
        return recorded.verdicts().stream()
                .filter(verdict -> verdict.brokenRule() == null)
                .findFirst()
                .map(winner ->
                        recorded.verdicts().stream()
                                .filter(verdict -> sharesRank(verdict, winner))
                                .sorted(
                                        Comparator.comparing((SelectionVerdict verdict) ->
                                                verdict.lineItemId().value()))
                                .toList())
                .orElse(List.of());
    }

    private boolean sharesRank(SelectionVerdict verdict, SelectionVerdict winner) {
        boolean contended =
                verdict.brokenRule() == null
                        || (verdict.brokenRule() == SelectionRule.OUTRANKED
                                && CandidateTrace.lookedAt(verdict));
        return contended && sameRank(verdict, winner);
    }

    /// The random numbers after the draws that line items won which were then held out.
    private SplittableRandom afterThoseHeldOut() {
        SplittableRandom fresh = new SplittableRandom(recorded.seed());
        List<LineItemId> heldOut = recorded.state().heldOut();
        Set<LineItemId> before = new HashSet<>();
        for (LineItemId id : heldOut) {
            SelectionVerdict first = verdict(id);
            PreparedLineItem item = idToItem.get(id);
            if (first != null && item != null) {
                int[] weights =
                        recorded.verdicts().stream()
                                .filter(verdict -> drewWith(verdict, first, before))
                                .mapToInt(verdict -> weight(verdict.lineItemId()))
                                .toArray();
                if (weights.length > 1) {
                    WeightedDraw.index(weights, fresh);
                }
                catalogue.all().stream()
                        .filter(other -> other.campaign().id().equals(item.campaign().id()))
                        .forEach(other -> before.add(other.lineItem().id()));
            }
        }
        return fresh;
    }

    private @Nullable SelectionVerdict verdict(LineItemId id) {
        return recorded.verdicts().stream()
                .filter(verdict -> verdict.lineItemId().equals(id))
                .findFirst()
                .orElse(null);
    }

    /// @param before those that had been held out by then
    private boolean drewWith(
            SelectionVerdict verdict, SelectionVerdict first, Set<LineItemId> before) {
        boolean contended =
                verdict.brokenRule() == null
                        || verdict.brokenRule() == SelectionRule.HELD_OUT
                        || (verdict.brokenRule() == SelectionRule.OUTRANKED
                                && CandidateTrace.lookedAt(verdict));
        return contended
                && !before.contains(verdict.lineItemId())
                && priority(verdict) == priority(first)
                && sameRank(verdict, first);
    }

    private int priority(SelectionVerdict verdict) {
        PreparedLineItem item = idToItem.get(verdict.lineItemId());
        return item == null ? 0 : item.lineItem().priority();
    }

    private int weight(LineItemId id) {
        PreparedLineItem item = idToItem.get(id);
        return item == null ? 1 : Math.max(1, item.lineItem().weight());
    }

    private boolean sameRank(SelectionVerdict verdict, SelectionVerdict winner) {
        return Double.compare(rank(verdict), rank(winner)) == 0
                && Double.compare(verdict.urgency(), winner.urgency()) == 0;
    }

    private double rank(SelectionVerdict verdict) {
        return verdict.rank(catalogue.source().settings().ranking());
    }

    /// Call it before [#rotation], whose random numbers come after.
    @Nullable DrawTrace draw() {
        if (equals.size() < 2 || !equalsAreKnown()) {
            return null;
        }
        List<DrawTrace.Weighted> laid = new ArrayList<>();
        long from = 0;
        for (SelectionVerdict verdict : equals) {
            int weight = weight(verdict.lineItemId());
            laid.add(new DrawTrace.Weighted(verdict.lineItemId(), weight, from));
            from += weight;
        }
        long drawn = afterThoseHeldOut().nextLong(from);
        int[] weights = laid.stream().mapToInt(DrawTrace.Weighted::weight).toArray();
        WeightedDraw.index(weights, random);
        return new DrawTrace(laid, drawn);
    }

    private boolean equalsAreKnown() {
        return recorded.complete()
                || (recorded.state().heldOut().isEmpty()
                        && equals.size() < recorded.verdicts().size());
    }

    @Nullable RotationTrace rotation() {
        if (!(recorded.outcome() instanceof RecordedOutcome.Served served)) {
            return null;
        }
        PreparedLineItem item = idToItem.get(served.lineItemId());
        if (item == null) {
            return null;
        }
        List<CreativeVersion> creatives = creatives(served.lineItemId());
        List<RotationTrace.Entrant> entrants =
                creatives.stream()
                        .map(creative ->
                                new RotationTrace.Entrant(
                                        creative,
                                        mayServe(served.lineItemId(), creative),
                                        recorded.state().engagements().get(creative.id())))
                        .toList();
        Rotation rotation = item.lineItem().rotation();
        boolean several = creatives.size() > 1;
        return new RotationTrace(
                rotation,
                served.rotation(),
                entrants,
                creatives.stream().map(CreativeVersion::id).toList().indexOf(served.creativeId()),
                several && rotation.mode() == RotationMode.ADAPTIVE && equalsAreKnown()
                        ? adaptive(rotation, served, entrants)
                        : null,
                several && rotation.mode() == RotationMode.SEQUENTIAL ? place(served) : null);
    }

    private boolean mayServe(LineItemId id, CreativeVersion creative) {
        return !blocked.isBlocked(creative) && hasRoom(id, creative);
    }

    private boolean hasRoom(LineItemId id, CreativeVersion creative) {
        return counted == null
                || caps(id).filter(cap -> cap.scope() == CapScope.CREATIVE)
                        .noneMatch(cap -> reading(counted, cap, creative.id().value()).full());
    }

    private AdaptiveTrace adaptive(
            Rotation rotation,
            RecordedOutcome.Served served,
            List<RotationTrace.Entrant> entrants) {
        Engagement[] engagements =
                entrants.stream()
                        .map(entrant -> requireNonNullElse(entrant.engagement(), Engagement.NONE))
                        .toArray(Engagement[]::new);
        boolean[] mayServe = new boolean[entrants.size()];
        for (int i = 0; i < mayServe.length; i++) {
            mayServe[i] = entrants.get(i).mayServe();
        }
        return RotationPolicy.traceAdaptive(
                engagements, mayServe, served.rotation(), rotation.explorationShareBps(), random);
    }

    private @Nullable Long place(RecordedOutcome.Served served) {
        if (counted != null && recorded.state().frequency() == FrequencyReading.COUNTED) {
            FrequencyCounter counter =
                    counted.counter(CapScope.LINE_ITEM, served.lineItemId().value());
            return counter == null ? 0 : counter.lifetime();
        }
        return recorded.verdicts().stream()
                .filter(verdict -> verdict.brokenRule() == null && verdict.spent() != null)
                .findFirst()
                .map(verdict -> verdict.spent() == null ? 0 : verdict.spent().lifetimeFetches())
                .orElse(null);
    }
}
