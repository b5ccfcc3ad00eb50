package io.interlude.domain.frequency;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The advertisers that a subscriber has hidden. They are kept among the subscriber's counters,
/// before all others, as a counter of scope [CapScope#HIDDEN] whose id is the advertiser's key and
/// whose one time is when it was hidden last.
public final class HiddenAdvertisers {
    /// Advertisers that one subscriber can have hidden; beyond that the one that was hidden the
    /// longest ago shows again.
    public static final int HIDDEN_MAX = 256;

    private static final Comparator<FrequencyCounter> NEWEST_FIRST =
            Comparator.comparing(
                    (FrequencyCounter hidden) -> hidden.times().getLast(),
                    Comparator.reverseOrder());

    private HiddenAdvertisers() {}

    /// The counters after the advertiser was hidden.
    ///
    /// @param advertiser its key, as [io.interlude.domain.catalogue.CampaignAdvertiser] has it
    public static SubscriberCounters hide(
            SubscriberCounters before, String advertiser, Instant at) {
        FrequencyCounter known =
                before.counters().stream()
                        .filter(HiddenAdvertisers::isHide)
                        .filter(hidden -> hidden.id().equals(advertiser))
                        .findFirst()
                        .orElse(null);
        Instant last =
                known == null || known.times().getLast().isBefore(at)
                        ? at
                        : known.times().getLast();
        Stream<FrequencyCounter> hidden =
                Stream.concat(
                        Stream.of(
                                new FrequencyCounter(
                                        CapScope.HIDDEN, advertiser, 1, List.of(last))),
                        before.counters().stream()
                                .filter(HiddenAdvertisers::isHide)
                                .filter(other -> !other.id().equals(advertiser)));
        List<FrequencyCounter> after =
                new ArrayList<>(hidden.sorted(NEWEST_FIRST).limit(HIDDEN_MAX).toList());
        before.counters().stream().filter(counter -> !isHide(counter)).forEach(after::add);
        return new SubscriberCounters(before.appliedOffset(), after);
    }

    /// The counters without what was hidden longer ago than that: a hide ends, and nothing else
    /// does.
    public static SubscriberCounters since(
            SubscriberCounters counters, Instant now, Duration hideFor) {
        Instant from = now.minus(hideFor);
        if (counters.counters().stream().allMatch(counter -> holds(counter, from))) {
            return counters;
        }
        return new SubscriberCounters(
                counters.appliedOffset(),
                counters.counters().stream().filter(counter -> holds(counter, from)).toList());
    }

    private static boolean holds(FrequencyCounter counter, Instant from) {
        return !isHide(counter) || counter.times().getLast().isAfter(from);
    }

    static boolean isHide(FrequencyCounter counter) {
        return counter.scope() == CapScope.HIDDEN;
    }
}
