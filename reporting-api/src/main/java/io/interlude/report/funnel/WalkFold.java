package io.interlude.report.funnel;

import io.interlude.domain.matching.CountingVerdict;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.JudgedEvent;
import io.interlude.schema.AdFetched;
import io.interlude.schema.FlowEventRecorded;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Puts the steps of one creative's flow together to walks, one for each ad that was fetched in a
/// range and of which any step counted. Only counted events are in it.
///
/// Holds so many walks at most: beyond that one in two of them, by a hash, then one in four, and so
/// on. Used by one thread at a time.
final class WalkFold {
    /// Walks that are held at most.
    static final int WALKS_MAX = 50_000;

    /// Told of at a time.
    private static final int WALKS_AT_ONCE = 256;

    private final String creativeId;
    private final Instant from;
    private final Instant to;
    private final int walksMax;
    private final LongConsumer memory;
    private final Map<String, FunnelWalk> fetchIdToWalk = new HashMap<>();
    private final Map<Step, Integer> stepToCode = new HashMap<>();
    private final List<Step> steps = new ArrayList<>();
    private int walksTold;
    private int halvings;

    /// @param from of the times at which the ads were fetched, inclusive
    /// @param to exclusive
    /// @param memory told of bytes before they are filled; what it throws, adding throws
    WalkFold(String creativeId, Instant from, Instant to, LongConsumer memory) {
        this(creativeId, from, to, memory, WALKS_MAX);
    }

    WalkFold(String creativeId, Instant from, Instant to, LongConsumer memory, int walksMax) {
        this.creativeId = creativeId;
        this.from = from;
        this.to = to;
        this.memory = memory;
        this.walksMax = walksMax;
    }

    /// @throws StateUnavailableException if it is not known whether the event counts
    void add(JudgedEvent judged) {
        if (!(judged.record().event() instanceof FlowEventRecorded event)) {
            return;
        }
        if (judged.verdict() == null) {
            throw new StateUnavailableException("an event's verdict was not found in time");
        }
        AdFetched fetched = judged.fetched();
        if (judged.verdict() == CountingVerdict.COUNTED
                && fetched != null
                && fetched.getCreativeId().equals(creativeId)
                && !fetched.getOccurredAt().isBefore(from)
                && fetched.getOccurredAt().isBefore(to)
                && isSampled(fetched.getFetchId())) {
            add(event, walk(fetched));
        }
    }

    private FunnelWalk walk(AdFetched fetched) {
        FunnelWalk known = fetchIdToWalk.get(fetched.getFetchId());
        if (known != null) {
            return known;
        }
        if (fetchIdToWalk.size() == walksTold) {
            memory.accept((long) WALKS_AT_ONCE * FunnelWalk.BYTES);
            walksTold += WALKS_AT_ONCE;
        }
        FunnelWalk made = new FunnelWalk(fetched.getCreativeVersion());
        fetchIdToWalk.put(fetched.getFetchId(), made);
        if (fetchIdToWalk.size() > walksMax) {
            halvings++;
            fetchIdToWalk.keySet().removeIf(fetchId -> !isSampled(fetchId));
        }
        return made;
    }

    private boolean isSampled(String fetchId) {
        int mixed = fetchId.hashCode() * 0x9E3779B9;
        return halvings == 0 || mixed >>> (Integer.SIZE - halvings) == 0;
    }

    private void add(FlowEventRecorded event, FunnelWalk walk) {
        long at = event.getOccurredAt().toEpochMilli();
        switch (event.getEventType()) {
            case node_visit -> walk.add(code(Step.Kind.NODE, event, null), at);
            case choice_tap -> walk.add(code(Step.Kind.CHOICE, event, event.getChoiceId()), at);
            case nlu_match -> walk.add(code(Step.Kind.INTENT, event, event.getIntent()), at);
            case handoff_click -> walk.handOff();
            case flow_complete -> walk.end("completed", at);
            case flow_abandon -> walk.end(known(event.getReason()), at);
            case UNKNOWN, fetch, no_fill, send, deliver, read -> {}
            case click, conversion, custom, feedback -> {}
        }
    }

    private int code(Step.Kind kind, FlowEventRecorded event, @Nullable String answer) {
        Step step =
                new Step(
                        kind,
                        known(event.getNodeId()),
                        kind == Step.Kind.NODE ? "" : known(answer));
        return stepToCode.computeIfAbsent(
                step,
                added -> {
                    steps.add(added);
                    return steps.size() - 1;
                });
    }

    private static String known(@Nullable String text) {
        return text == null ? "unknown" : text;
    }

    /// Share of the walks that were looked at.
    double sample() {
        return 1.0 / (1L << halvings);
    }

    /// The number of walks of each version of the creative, the newest first.
    NavigableMap<Integer, Integer> versionToWalks() {
        NavigableMap<Integer, Integer> counts = new TreeMap<>();
        fetchIdToWalk.values().forEach(walk -> counts.merge(walk.version, 1, Integer::sum));
        return counts.descendingMap();
    }

    /// The walks of a version, or of all where it is null.
    FlowPaths paths(@Nullable Integer version) {
        return new FlowPaths(
                steps,
                fetchIdToWalk.values().stream()
                        .filter(walk -> version == null || walk.version == version)
                        .sorted(FunnelWalk.bySteps(codeToRank()))
                        .toList());
    }

    /// Codes are given out as events come, which is another order each time.
    private int[] codeToRank() {
        List<Step> ranked = steps.stream().sorted().toList();
        int[] ranks = new int[ranked.size()];
        for (int code = 0; code < ranks.length; code++) {
            ranks[code] = Collections.binarySearch(ranked, steps.get(code));
        }
        return ranks;
    }

    /// A step in a flow.
    ///
    /// @param answer the choice or the intent; empty for a node
    record Step(Kind kind, String nodeId, String answer) implements Comparable<Step> {
        private static final Comparator<Step> ORDER =
                Comparator.comparing(Step::nodeId)
                        .thenComparing(Step::kind)
                        .thenComparing(Step::answer);

        @Override
        public int compareTo(Step other) {
            return ORDER.compare(this, other);
        }

        enum Kind {
            NODE,
            CHOICE,
            INTENT
        }
    }
}
