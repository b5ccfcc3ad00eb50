package io.interlude.web.access;

import io.interlude.catalogue.key.Caller;
import io.interlude.domain.identity.KeyId;
import io.interlude.domain.identity.OrgId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Counts what this process's requests do with each key, by days of UTC. Costs a request one lookup
/// and one addition, and writes nothing. Safe for use by many threads.
public final class KeyUses {
    /// Days before today that are kept: yesterday may not have been written down yet.
    private static final int DAYS_KEPT = 1;

    private static final long MILLIS_PER_DAY = Duration.ofDays(1).toMillis();

    private final InstantSource clock;
    private final Map<Place, Counts> placeToCounts = new ConcurrentHashMap<>();

    public KeyUses(InstantSource clock) {
        this.clock = clock;
    }

    /// The reasons to refuse a known key.
    public enum Refusal {
        RATE_LIMITED,
        WRONG_KIND,
        WRONG_ORIGIN
    }

    /// The uses of a key on one day.
    ///
    /// @param lastUsedAt time of its last request that was let in; null for none
    public record Day(
            OrgId orgId,
            KeyId keyId,
            LocalDate day,
            long requests,
            long rateLimited,
            long wrongKind,
            long wrongOrigin,
            @Nullable Instant lastUsedAt) {}

    /// Counts a request that was let in.
    public void admitted(Caller caller) {
        long nowMillis = clock.millis();
        Counts counts = counts(caller, nowMillis);
        counts.requests.increment();
        counts.lastUsedMillis = nowMillis;
    }

    /// Counts a request that was refused although its key is known.
    public void refused(Caller caller, Refusal refusal) {
        Counts counts = counts(caller, clock.millis());
        switch (refusal) {
            case RATE_LIMITED -> counts.rateLimited.increment();
            case WRONG_KIND -> counts.wrongKind.increment();
            case WRONG_ORIGIN -> counts.wrongOrigin.increment();
        }
    }

    private Counts counts(Caller caller, long nowMillis) {
        long epochDay = Math.floorDiv(nowMillis, MILLIS_PER_DAY);
        Place place = new Place(caller.orgId(), caller.keyId(), epochDay);
        Counts known = placeToCounts.get(place);
        return known == null ? placeToCounts.computeIfAbsent(place, _ -> new Counts()) : known;
    }

    /// Everything counted since the process started, of today and the day before. Forgets what is
    /// older.
    public List<Day> days() {
        long oldest = Math.floorDiv(clock.millis(), MILLIS_PER_DAY) - DAYS_KEPT;
        placeToCounts.keySet().removeIf(place -> place.epochDay() < oldest);
        List<Day> days = new ArrayList<>();
        placeToCounts.forEach((place, counts) -> days.add(counts.on(place)));
        return days;
    }

    /// Like [#days()], of one key.
    public List<Day> days(OrgId orgId, KeyId keyId) {
        long today = Math.floorDiv(clock.millis(), MILLIS_PER_DAY);
        List<Day> days = new ArrayList<>();
        for (long epochDay = today - DAYS_KEPT; epochDay <= today; epochDay++) {
            Place place = new Place(orgId, keyId, epochDay);
            Counts counts = placeToCounts.get(place);
            if (counts != null) {
                days.add(counts.on(place));
            }
        }
        return days;
    }

    private record Place(OrgId orgId, KeyId keyId, long epochDay) {}

    private static final class Counts {
        private final LongAdder requests = new LongAdder();
        private final LongAdder rateLimited = new LongAdder();
        private final LongAdder wrongKind = new LongAdder();
        private final LongAdder wrongOrigin = new LongAdder();

        /// 0 before the first request.
        private volatile long lastUsedMillis;

        Day on(Place place) {
            long lastUsed = lastUsedMillis;
            return new Day(
                    place.orgId(),
                    place.keyId(),
                    LocalDate.ofEpochDay(place.epochDay()),
                    requests.sum(),
                    rateLimited.sum(),
                    wrongKind.sum(),
                    wrongOrigin.sum(),
                    lastUsed == 0 ? null : Instant.ofEpochMilli(lastUsed));
        }
    }
}
