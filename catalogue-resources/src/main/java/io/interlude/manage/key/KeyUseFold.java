package io.interlude.manage.key;

import io.interlude.domain.identity.KeyId;
import io.interlude.domain.identity.OrgId;
import io.interlude.schema.KeyUseCounted;
import io.interlude.web.access.KeyUses.Day;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Adds up what the processes counted. Of a process and a day the newest record counts.
final class KeyUseFold {
    /// Days that are told of. When a key was last used is kept for longer.
    static final int DAYS_KEPT = 92;

    private final Map<Key, Uses> keyToUses = new HashMap<>();

    void apply(KeyUseCounted counted) {
        Day day =
                new Day(
                        new OrgId(counted.getOrgId()),
                        new KeyId(counted.getKeyId()),
                        LocalDate.ofEpochDay(counted.getEpochDay()),
                        counted.getRequests(),
                        counted.getRateLimited(),
                        counted.getWrongKind(),
                        counted.getWrongOrigin(),
                        counted.getLastUsedAt());
        apply(counted.getProcessId(), day);
    }

    void apply(String processId, Day day) {
        keyToUses
                .computeIfAbsent(new Key(day.orgId(), day.keyId()), _ -> new Uses())
                .apply(processId, day);
    }

    /// The sums of each day since `oldest`, newest first.
    List<Day> days(OrgId orgId, KeyId keyId, LocalDate oldest) {
        Uses uses = keyToUses.get(new Key(orgId, keyId));
        return uses == null
                ? List.of()
                : uses.dayToProcesses.tailMap(oldest, true).descendingMap().values().stream()
                        .map(processes -> sum(processes.values()))
                        .toList();
    }

    /// Null for a key that was never used.
    @Nullable Instant lastUsedAt(OrgId orgId, KeyId keyId) {
        Uses uses = keyToUses.get(new Key(orgId, keyId));
        return uses == null ? null : uses.lastUsedAt;
    }

    private static Day sum(Collection<Day> processes) {
        return processes.stream()
                .reduce((one, other) ->
                        new Day(
                                one.orgId(),
                                one.keyId(),
                                one.day(),
                                one.requests() + other.requests(),
                                one.rateLimited() + other.rateLimited(),
                                one.wrongKind() + other.wrongKind(),
                                one.wrongOrigin() + other.wrongOrigin(),
                                later(one.lastUsedAt(), other.lastUsedAt())))
                .orElseThrow();
    }

    private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isAfter(other) ? one : other;
    }

    private record Key(OrgId orgId, KeyId keyId) {}

    private static final class Uses {
        private final NavigableMap<LocalDate, Map<String, Day>> dayToProcesses = new TreeMap<>();
        private @Nullable Instant lastUsedAt;

        void apply(String processId, Day day) {
            lastUsedAt = later(lastUsedAt, day.lastUsedAt());
            dayToProcesses.computeIfAbsent(day.day(), _ -> new HashMap<>()).put(processId, day);
            dayToProcesses.headMap(dayToProcesses.lastKey().minusDays(DAYS_KEPT), false).clear();
        }
    }
}
