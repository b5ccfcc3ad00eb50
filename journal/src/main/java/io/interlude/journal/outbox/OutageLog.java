package io.interlude.journal.outbox;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Says in the log when Kafka goes away for longer than a moment, and when it is back and has
/// everything. Used by one thread.
final class OutageLog {
    private static final Logger LOG = LoggerFactory.getLogger(OutageLog.class);
    private static final Duration MOMENT = Duration.ofSeconds(1);

    private final OutboxMetrics metrics;
    private boolean away;
    private boolean told;
    private long sinceNanos;
    private double drainedBefore;

    OutageLog(OutboxMetrics metrics) {
        this.metrics = metrics;
    }

    void see(int spillingAppenders, long nowNanos) {
        if (spillingAppenders > 0 && !away) {
            away = true;
            sinceNanos = nowNanos;
            drainedBefore = metrics.drainedSoFar();
        }
        Duration lasted = Duration.ofNanos(nowNanos - sinceNanos);
        if (away && !told && lasted.compareTo(MOMENT) > 0) {
            told = true;
            LOG.warn("event=journal_away partitions={}", spillingAppenders);
        }
        if (away && spillingAppenders == 0) {
            if (told) {
                LOG.info(
                        "event=journal_back awayMillis={} drained={}",
                        lasted.toMillis(),
                        (long) (metrics.drainedSoFar() - drainedBefore));
            }
            away = false;
            told = false;
        }
    }
}
