package io.interlude.journal.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.append.AppendPriority;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskReserveTest {
    private static final long RESERVE = 1_000;

    private final AtomicLong free = new AtomicLong(RESERVE);
    private final AtomicLong nanos = new AtomicLong();
    private final DiskReserve reserve = new DiskReserve(this::read, nanos::get, RESERVE);

    private long read() {
        if (free.get() < 0) {
            throw new UncheckedIOException(new IOException("no disk"));
        }
        return free.get();
    }

    private void becomes(long bytes) {
        free.set(bytes);
        nanos.addAndGet(Duration.ofMillis(101).toNanos());
    }

    @Test
    void takesWorkAgainOnlyOnceThereIsMoreThanTheReserve() {
        assertThat(reserve.admits(AppendPriority.USUAL)).isTrue();
        becomes(RESERVE - 1);
        assertThat(reserve.admits(AppendPriority.USUAL)).isFalse();
        becomes(RESERVE + RESERVE / 4 - 1);
        assertThat(reserve.admits(AppendPriority.SPARE)).isFalse();
        becomes(RESERVE + RESERVE / 4);
        assertThat(reserve.admits(AppendPriority.USUAL)).isTrue();
        becomes(RESERVE);
        assertThat(reserve.admits(AppendPriority.USUAL)).isTrue();
    }

    @Test
    void leavesHalfOfTheReserveToClicks() {
        becomes(RESERVE / 2);
        assertThat(reserve.admits(AppendPriority.FIRST)).isTrue();
        assertThat(reserve.admits(AppendPriority.USUAL)).isFalse();
        becomes(RESERVE / 2 - 1);
        assertThat(reserve.admits(AppendPriority.FIRST)).isFalse();
    }

    @Test
    void looksAtTheDiskNowAndThenAndStaysAsItWasWhenItCannot() {
        free.set(0);
        assertThat(reserve.admits(AppendPriority.USUAL)).isTrue();
        becomes(0);
        assertThat(reserve.admits(AppendPriority.USUAL)).isFalse();
        becomes(-1);
        assertThat(reserve.admits(AppendPriority.USUAL)).isFalse();
    }

    @Test
    void showsARealDisk(@TempDir Path folder) {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        DiskReserve real = DiskReserve.of(folder, Long.MAX_VALUE / 2, meters);

        assertThat(real.admits(AppendPriority.USUAL)).isFalse();
        assertThat(meters.get("disk.free.bytes").gauge().value()).isPositive();
        assertThat(meters.get("disk.refusing").gauge().value()).isEqualTo(1);
        assertThat(DiskReserve.none().admits(AppendPriority.SPARE)).isTrue();
    }
}
