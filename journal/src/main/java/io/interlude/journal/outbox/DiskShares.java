package io.interlude.journal.outbox;

import static java.util.Objects.requireNonNull;

import io.interlude.journal.append.AppendPriority;
import io.interlude.journal.append.DiskShareUsedUpException;
import io.interlude.journal.availability.JournalUnavailableException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Refuses what an org writes beyond its share of a disk, and anything while that is nearly full.
///
/// An org may have written in a day as much as is still free above the [DiskReserve]. So one that
/// writes as fast as it can stops at half of what it found, the next at half of the rest, and none
/// reaches the reserve, whatever a record takes in the end beside what is counted for it. What is
/// of [AppendPriority#FIRST], such as clicks of the redirect, may go on to twice as much. In the
/// reserve, which no org reaches by itself, the reserve alone decides.
///
/// The day is this hour and the 23 before it. It is known to this process alone and begins anew
/// with it, from what is free then. Safe for use by many threads, which wait for each other only
/// where they count for the same org.
public final class DiskShares {
    private static final Logger LOG = LoggerFactory.getLogger(DiskShares.class);
    private static final int HOURS = 24;
    private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();
    private static final int TIMES_FOR_FIRST = 2;

    private final Map<String, Day> orgToDay = new ConcurrentHashMap<>();
    private final DiskReserve reserve;
    private final long mostBytes;
    private final InstantSource clock;
    private volatile long sweptHour;

    DiskShares(DiskReserve reserve, long mostBytes, InstantSource clock) {
        this.reserve = requireNonNull(reserve, "reserve is null");
        this.mostBytes = mostBytes;
        this.clock = requireNonNull(clock, "clock is null");
    }

    /// Refuses nothing.
    public static DiskShares none() {
        return new DiskShares(DiskReserve.none(), Long.MAX_VALUE, InstantSource.system());
    }

    /// Shares in what is free above the reserve.
    ///
    /// @param mostBytes of one org in a day, however much is free
    /// @param written what is counted, as a tag of the metrics
    public static DiskShares of(
            DiskReserve reserve,
            long mostBytes,
            InstantSource clock,
            String written,
            MeterRegistry meters) {
        DiskShares shares = new DiskShares(reserve, mostBytes, clock);
        Gauge.builder("disk.share.largest.bytes", shares, DiskShares::largest)
                .description("Bytes that the org that wrote the most has written in a day.")
                .tag("written", written)
                .strongReference(true)
                .register(meters);
        Gauge.builder("disk.share.limit.bytes", shares, DiskShares::limitNow)
                .description("Bytes that an org may have written in a day before more is refused.")
                .tag("written", written)
                .strongReference(true)
                .register(meters);
        return shares;
    }

    /// Why nothing more of the priority may be written for the org now; null if it may.
    ///
    /// @param org empty for what is the product's own, which has no share
    public @Nullable RuntimeException refusal(String org, AppendPriority priority) {
        if (!reserve.admits(priority)) {
            return new JournalUnavailableException("the disk is nearly full");
        }
        Day day = orgToDay.get(org);
        if (day == null || reserve.isLow()) {
            return null;
        }
        long hour = hour();
        long held = day.bytes(hour);
        long limit = limit();
        if (held / (priority == AppendPriority.FIRST ? TIMES_FOR_FIRST : 1) <= limit) {
            return null;
        }
        if (day.isFirstRefusal(hour)) {
            LOG.warn(
                    "event=disk_share_used_up orgId={} writtenBytes={} limitBytes={}",
                    org,
                    held,
                    limit);
        }
        return new DiskShareUsedUpException();
    }

    /// Counts what is being written for the org.
    public void add(String org, long bytes) {
        if (org.isEmpty()) {
            return;
        }
        long hour = hour();
        if (hour > sweptHour) {
            sweep(hour);
        }
        Day day = orgToDay.get(org);
        (day == null ? orgToDay.computeIfAbsent(org, _ -> new Day()) : day).add(hour, bytes);
    }

    /// Forgets the orgs that wrote nothing in a day. One that writes at this moment may lose what
    /// it just wrote from its count.
    private synchronized void sweep(long hour) {
        if (hour > sweptHour) {
            sweptHour = hour;
            orgToDay.values().removeIf(day -> day.bytes(hour) == 0);
        }
    }

    private long hour() {
        return clock.millis() / HOUR_MILLIS;
    }

    private long limit() {
        return Math.min(mostBytes, reserve.room());
    }

    private double limitNow() {
        var _ = reserve.admits(AppendPriority.USUAL);
        return limit();
    }

    private double largest() {
        long hour = hour();
        return orgToDay.values().stream().mapToLong(day -> day.bytes(hour)).max().orElse(0);
    }

    /// The bytes that one org wrote, by hour.
    private static final class Day {
        private final long[] hourToBytes = new long[HOURS];

        /// The newest hour; a clock that is set back adds to it.
        private long newest;

        private long refusedHour;
        private long bytes;

        synchronized void add(long hour, long more) {
            goOnTo(hour);
            hourToBytes[(int) (newest % HOURS)] += more;
            bytes += more;
        }

        synchronized long bytes(long hour) {
            goOnTo(hour);
            return bytes;
        }

        /// True once in an hour.
        synchronized boolean isFirstRefusal(long hour) {
            boolean first = hour > refusedHour;
            refusedHour = hour;
            return first;
        }

        private void goOnTo(long hour) {
            newest = Math.max(newest, hour - HOURS);
            while (newest < hour) {
                newest++;
                int place = (int) (newest % HOURS);
                bytes -= hourToBytes[place];
                hourToBytes[place] = 0;
            }
        }
    }
}
