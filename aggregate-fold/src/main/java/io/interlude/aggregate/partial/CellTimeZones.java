package io.interlude.aggregate.partial;

import io.interlude.domain.identity.OrgId;
import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.avro.specific.SpecificRecord;

/// Writes the org's time zone into cells, once this process has read the org.
///
/// An org is in the catalogue before it has a key, and its time zone never changes, so an answer is
/// the same whenever it is given. An org that does not come within the timeout has none: then days
/// are those of UTC. Used by one thread.
public final class CellTimeZones {
    private static final int AWAITED_MAX = 10_000;

    private final Function<OrgId, Optional<ZoneId>> orgToTimeZone;
    private final long timeoutMillis;
    private final LongSupplier clockMillis;
    private final Map<String, Long> orgToAwaitedSinceMillis = new HashMap<>();

    public CellTimeZones(
            Function<OrgId, Optional<ZoneId>> orgToTimeZone,
            Duration timeout,
            LongSupplier clockMillis) {
        this.orgToTimeZone = orgToTimeZone;
        timeoutMillis = timeout.toMillis();
        this.clockMillis = clockMillis;
    }

    /// Writes the time zone if the sum is a cell.
    ///
    /// @return false if it is not known yet
    boolean set(SpecificRecord sum) {
        return switch (sum) {
            case RollupCell cell -> setOf(cell);
            case ReachCell reach -> setOf(reach.getCell());
            default -> true;
        };
    }

    private boolean setOf(RollupCell cell) {
        String org = cell.getOrgId();
        Optional<ZoneId> known =
                org.isBlank() ? Optional.of(ZoneOffset.UTC) : orgToTimeZone.apply(new OrgId(org));
        if (known.isPresent()) {
            orgToAwaitedSinceMillis.remove(org);
            cell.setTimeZone(known.get().getId());
            return true;
        }
        long now = clockMillis.getAsLong();
        if (orgToAwaitedSinceMillis.size() > AWAITED_MAX) {
            orgToAwaitedSinceMillis.clear();
        }
        return orgToAwaitedSinceMillis.computeIfAbsent(org, _ -> now) + timeoutMillis <= now;
    }
}
