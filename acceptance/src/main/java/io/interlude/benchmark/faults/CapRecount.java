package io.interlude.benchmark.faults;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Counts caps anew, the plainest way: all times of a subscriber and line item, in order, and for
/// each whether too many lie in the window before it.
public final class CapRecount {
    private final int max;
    private final Duration window;

    public CapRecount(int max, Duration window) {
        this.max = max;
        this.window = window;
    }

    /// The fetches that took a place which the cap did not have.
    public List<JournaledAd> broken(List<JournaledAd> served) {
        Map<String, List<JournaledAd>> counterToServed =
                served.stream()
                        .filter(ad -> !ad.subscriber().isEmpty())
                        .collect(
                                Collectors.groupingBy(
                                        ad -> ad.subscriber() + " " + ad.lineItemId()));
        return counterToServed.values().stream().flatMap(ads -> beyond(ads).stream()).toList();
    }

    /// A window is open at its end: exactly a window later there is a place again.
    private List<JournaledAd> beyond(List<JournaledAd> ads) {
        List<JournaledAd> byTime =
                ads.stream().sorted(Comparator.comparing(JournaledAd::at)).toList();
        return IntStream.range(max, byTime.size())
                .filter(i -> {
                    Instant since = byTime.get(i).at().minus(window);
                    return byTime.get(i - max).at().isAfter(since);
                })
                .mapToObj(byTime::get)
                .toList();
    }
}
