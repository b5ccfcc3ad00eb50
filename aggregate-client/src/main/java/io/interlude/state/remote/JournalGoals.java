package io.interlude.state.remote;

import io.interlude.journal.append.FetchOffsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells a [StalenessBound] what the journal held at the start, as soon as Kafka says so, and lets
/// it tick. Nothing waits for it.
public final class JournalGoals implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JournalGoals.class);
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Duration RETRY = Duration.ofMillis(500);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final StalenessBound floor;
    private final FetchOffsets offsets;
    private final int partitions;
    private final Timer timer = Timer.SCHEDULED;
    private volatile boolean closed;

    public JournalGoals(StalenessBound floor, Admin admin, int partitions) {
        this.floor = floor;
        offsets = new FetchOffsets(admin, TIMEOUT);
        this.partitions = partitions;
    }

    public void start() {
        tick();
        ask();
    }

    @Override
    public void close() {
        closed = true;
    }

    private void tick() {
        if (!closed) {
            floor.tick();
            var _ = timer.after(TICK, this::tick);
        }
    }

    private void ask() {
        var _ =
                offsets.starts(partitions)
                        .thenCombine(offsets.ends(partitions), JournalGoals::goals)
                        .whenComplete((goals, failure) -> {
                            if (goals != null) {
                                floor.setGoals(goals);
                            } else if (!closed) {
                                LOG.warn(
                                        "event=journal_goals_unknown cause={}", failure.toString());
                                var _ = timer.after(RETRY, this::ask);
                            }
                        });
    }

    /// A partition that has no record left has nothing to wait for.
    private static Map<Integer, Long> goals(Map<Integer, Long> starts, Map<Integer, Long> ends) {
        Map<Integer, Long> goals = new HashMap<>();
        ends.forEach((partition, end) -> {
            if (end > starts.getOrDefault(partition, 0L)) {
                goals.put(partition, end);
            }
        });
        return goals;
    }
}
