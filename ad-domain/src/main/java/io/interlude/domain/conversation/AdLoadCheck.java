package io.interlude.domain.conversation;

import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.FrequencyView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Holds an ad load against one conversation at one time. The part that depends on the conversation
/// alone is worked out once.
///
/// The last ads are told by their times, and those of one millisecond by the order of the counters,
/// of which those that were advanced last come first. An advertiser's ads of one millisecond but
/// the last leave nothing to be told by, and are left out: an ad then counts as nearer than it is,
/// and never as further. For one decision.
public final class AdLoadCheck {
    private final AdLoad load;
    private final @Nullable String conversation;
    private final @Nullable Integer turn;
    private final boolean sameBreak;
    private final Instant now;
    private final boolean unreadable;
    private final FrequencyView.@Nullable Counted counted;
    private final @Nullable FrequencyCounter ads;
    private final @Nullable Excess excess;
    private final Set<String> nearAdvertisers;
    private final Set<String> nearCategories;

    public AdLoadCheck(AdLoad load, ConversationView view, Instant now) {
        this.load = load;
        this.conversation = view.conversation();
        this.turn = view.turn();
        this.sameBreak = view.sameBreak();
        this.now = now;
        this.unreadable = view.counters() instanceof FrequencyView.Unreadable;
        this.counted =
                conversation != null && view.counters() instanceof FrequencyView.Counted known
                        ? known
                        : null;
        this.ads =
                counted == null || conversation == null
                        ? null
                        : counted.counter(CapScope.CONVERSATION, conversation);
        this.excess = findExcess();
        boolean separates = load.separation() > 0;
        this.nearAdvertisers = separates ? new HashSet<>() : Set.of();
        this.nearCategories = separates ? new HashSet<>() : Set.of();
        if (separates) {
            findNear();
        }
    }

    /// The limit of the load that is used up, in words.
    ///
    /// @param expected the load's limit
    /// @param actual the conversation's value; null where that is not known
    public record Excess(String message, String expected, @Nullable String actual) {}

    /// The first limit that leaves no room for an ad of any advertiser; null when there is room.
    public @Nullable Excess excess() {
        return excess;
    }

    private @Nullable Excess findExcess() {
        Integer first = load.firstAfterTurns();
        if (first != null && turn != null && turn <= first) {
            return new Excess(
                    "It is too early in the conversation.", "after turn " + first, "turn " + turn);
        }
        if (unreadable && load.limitsConversation()) {
            return new Excess(
                    "The earlier ads of the conversation cannot be read now.", "its ad load", null);
        }
        return ads == null || ads.times().isEmpty() ? null : excessAfter(ads);
    }

    private @Nullable Excess excessAfter(FrequencyCounter before) {
        Integer max = load.maxPerConversation();
        if (max != null && before.lifetime() >= max) {
            return new Excess(
                    "The conversation has all of its ads.",
                    "at most " + max,
                    Long.toString(before.lifetime()));
        }
        if (sameBreak) {
            return null;
        }
        Duration gap = load.minGap();
        Instant last = before.times().getLast();
        if (gap != null && now.isBefore(last.plus(gap))) {
            return new Excess(
                    "The last ad of the conversation is too recent.",
                    gap + " after " + last,
                    now.toString());
        }
        Integer between = load.minTurnsBetween();
        Integer lastTurn = between == null || turn == null ? null : lastTurn();
        if (between != null && turn != null && lastTurn != null && turn - lastTurn <= between) {
            return new Excess(
                    "The last ad of the conversation is too few turns away.",
                    "more than " + between + " after turn " + lastTurn,
                    "turn " + turn);
        }
        return null;
    }

    private @Nullable Integer lastTurn() {
        Integer last = null;
        for (FrequencyCounter counter : counters()) {
            Integer of = ConversationCounters.turn(known(), counter.id());
            if (of != null && (last == null || of > last)) {
                last = of;
            }
        }
        return last;
    }

    private void findNear() {
        Map<Instant, Integer> timeToAdvertisers = new HashMap<>();
        for (FrequencyCounter counter : counters()) {
            if (counter.times().isEmpty()) {
                continue;
            }
            Instant last = counter.times().getLast();
            int later = timeToAdvertisers.getOrDefault(last, 0);
            String advertiser = ConversationCounters.advertiser(known(), counter.id());
            if (advertiser != null) {
                if (isNear(last, later, load.advertiserSeparation())) {
                    nearAdvertisers.add(advertiser);
                }
                timeToAdvertisers.merge(last, 1, Integer::sum);
            }
            String category = ConversationCounters.category(known(), counter.id());
            // The advertiser of the ad itself comes before its categories.
            if (category != null
                    && isNear(last, Math.max(0, later - 1), load.categorySeparation())) {
                nearCategories.add(category);
            }
        }
    }

    /// True if fewer ads than that lie between an ad and now.
    ///
    /// @param last time of the ad
    /// @param later number of ads of the same time that are known to follow it
    private boolean isNear(Instant last, int later, int separation) {
        if (separation == 0 || ads == null) {
            return false;
        }
        int between = last.isAfter(now) ? 0 : later;
        for (Instant time : ads.times()) {
            between += time.isAfter(last) && !time.isAfter(now) ? 1 : 0;
        }
        return between < separation;
    }

    private String known() {
        return conversation == null ? "" : conversation;
    }

    private Iterable<FrequencyCounter> counters() {
        return counted == null ? List.of() : counted.counters(CapScope.CONVERSATION);
    }

    /// True if some advertiser's ad would come too soon.
    public boolean separatesSome() {
        return (unreadable && load.separation() > 0)
                || !nearAdvertisers.isEmpty()
                || !nearCategories.isEmpty();
    }

    /// True if an ad of the advertiser would come too soon after one like it.
    ///
    /// @param categories of the advertiser
    public boolean separates(String advertiserKey, Set<String> categories) {
        return (unreadable && load.separation() > 0)
                || nearAdvertisers.contains(advertiserKey)
                || (!nearCategories.isEmpty()
                        && categories.stream().anyMatch(nearCategories::contains));
    }

    /// The counters that it depends on, with no more times than it needs.
    public List<FrequencyCounter> used() {
        if (ads == null || !load.needsCounters()) {
            return List.of();
        }
        List<FrequencyCounter> used = new ArrayList<>();
        int ahead = (int) ads.times().stream().filter(time -> !time.isBefore(now)).count();
        used.add(latest(ads, Math.max(1, load.separation() + ahead)));
        Integer lastTurn = load.minTurnsBetween() == null ? null : lastTurn();
        for (FrequencyCounter counter : counters()) {
            Integer of = ConversationCounters.turn(known(), counter.id());
            String advertiser = ConversationCounters.advertiser(known(), counter.id());
            String category = ConversationCounters.category(known(), counter.id());
            if ((of != null && of.equals(lastTurn))
                    || (advertiser != null && nearAdvertisers.contains(advertiser))
                    || (category != null && nearCategories.contains(category))) {
                used.add(latest(counter, 1));
            }
        }
        return used;
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
