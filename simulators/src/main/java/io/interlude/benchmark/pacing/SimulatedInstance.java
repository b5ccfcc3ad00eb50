package io.interlude.benchmark.pacing;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.flight.ServingDay;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.pacing.PacingPolicy;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.rotation.RotationStamp;
import io.interlude.fetch.overlay.FetchOverlay;
import io.interlude.fetch.overlay.InstanceNumber;
import io.interlude.fetch.overlay.OwnFetch;
import io.interlude.journal.append.JournalPosition;
import io.interlude.state.query.AggregateViews;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One fetch instance: the real overlay and policy, as far as one line item's pacing goes.
final class SimulatedInstance {
    private static final LineItemId LINE_ITEM = new LineItemId("simulated");
    private static final CreativeId CREATIVE = new CreativeId("simulated");
    private static final int OVERLAY_SIZE = 1_000_000;

    private final FetchOverlay overlay;
    private final PacingPolicy policy;
    private final long fetchMicros;
    private ServingDay day;
    private long nowMillis;
    private @Nullable OwnFetch reserved;

    SimulatedInstance(
            int number,
            int all,
            AggregateViews views,
            PacingPolicy policy,
            ServingDay day,
            long fetchMicros) {
        this.overlay =
                new FetchOverlay(
                        views,
                        () -> Instant.ofEpochMilli(nowMillis),
                        OVERLAY_SIZE,
                        new InstanceNumber(number, all),
                        () -> true);
        this.policy = policy;
        this.day = day;
        this.fetchMicros = fetchMicros;
    }

    /// Another day has begun.
    void day(ServingDay next) {
        day = next;
    }

    /// Whether it serves the line item; then its place is taken.
    boolean decide(long atMillis) {
        nowMillis = atMillis;
        Spent spent = overlay.state(PacingSimulation.ORG).spent(LINE_ITEM, day.epochDay());
        if (!day.isOpen(atMillis) || !policy.pace(spent, day, atMillis).open()) {
            return false;
        }
        OwnFetch.Places places =
                new OwnFetch.Places(
                        PacingSimulation.ORG,
                        null,
                        -1,
                        Instant.ofEpochMilli(atMillis),
                        List.of(),
                        LINE_ITEM,
                        CREATIVE,
                        RotationStamp.START,
                        day.epochDay(),
                        fetchMicros);
        Optional<OwnFetch> taken =
                overlay.reserve(places, known -> policy.pace(known, day, atMillis).open());
        reserved = taken.orElse(null);
        return taken.isPresent();
    }

    /// The journal has what was decided last.
    void acknowledge(int partition, long offset) {
        overlay.acknowledge(
                requireNonNull(reserved, "nothing is reserved"),
                new JournalPosition(partition, offset));
    }
}
