package io.interlude.journal.outbox;

import io.interlude.journal.append.AppendPriority;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Refuses new work while the disk is nearly full. A broker whose disk is full halts, and in one
/// process everything halts with it and cannot start again; so work is refused while there is still
/// room for what was promised, for state and for the start after. Safe for use by many threads.
///
/// Clicks of the redirect, which nobody can send again, may use half of the reserve. Work is taken
/// again once a quarter more than the reserve is free.
public final class DiskReserve {
    private static final Logger LOG = LoggerFactory.getLogger(DiskReserve.class);
    private static final long BETWEEN_LOOKS_NANOS = Duration.ofMillis(100).toNanos();

    private final LongSupplier freeBytes;
    private final LongSupplier nanoTime;
    private final long reserveBytes;
    private volatile long lookedNanos;
    private volatile long free;
    private volatile boolean low;

    DiskReserve(LongSupplier freeBytes, LongSupplier nanoTime, long reserveBytes) {
        this.freeBytes = freeBytes;
        this.nanoTime = nanoTime;
        this.reserveBytes = reserveBytes;
        look(nanoTime.getAsLong());
    }

    /// For a process whose broker is elsewhere: refuses nothing.
    public static DiskReserve none() {
        return new DiskReserve(() -> Long.MAX_VALUE, System::nanoTime, 0);
    }

    /// Watches the disk of the folder.
    ///
    /// @param reserveBytes what is to stay free, from 0
    public static DiskReserve of(Path folder, long reserveBytes, MeterRegistry meters) {
        DiskReserve reserve = new DiskReserve(() -> usable(folder), System::nanoTime, reserveBytes);
        Gauge.builder("disk.free.bytes", reserve, DiskReserve::freeNow)
                .description("Bytes that are free on the disk of the data folder.")
                .strongReference(true)
                .register(meters);
        Gauge.builder("disk.refusing", reserve, it -> it.admits(AppendPriority.USUAL) ? 0 : 1)
                .description("1 while new work is refused because the disk is nearly full, else 0.")
                .strongReference(true)
                .register(meters);
        return reserve;
    }

    private static long usable(Path folder) {
        try {
            return Files.getFileStore(folder).getUsableSpace();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Whether new work of the priority may be taken.
    public boolean admits(AppendPriority priority) {
        long nowNanos = nanoTime.getAsLong();
        if (nowNanos - lookedNanos > BETWEEN_LOOKS_NANOS) {
            look(nowNanos);
        }
        return !low || (priority == AppendPriority.FIRST && free >= reserveBytes / 2);
    }

    /// Whether less than the reserve was free at the latest look, and not yet enough again.
    boolean isLow() {
        return low;
    }

    /// Bytes that were free above the reserve at the latest look.
    long room() {
        return Math.max(0, free - reserveBytes);
    }

    private double freeNow() {
        var _ = admits(AppendPriority.USUAL);
        return free;
    }

    private synchronized void look(long nowNanos) {
        lookedNanos = nowNanos;
        try {
            free = freeBytes.getAsLong();
        } catch (UncheckedIOException e) {
            LOG.warn("event=disk_unreadable", e);
            return;
        }
        boolean wasLow = low;
        low = free < (wasLow ? reserveBytes + reserveBytes / 4 : reserveBytes);
        if (low != wasLow) {
            LOG.warn(
                    "event={} freeBytes={} reserveBytes={}",
                    low ? "disk_nearly_full" : "disk_has_room",
                    free,
                    reserveBytes);
        }
    }
}
