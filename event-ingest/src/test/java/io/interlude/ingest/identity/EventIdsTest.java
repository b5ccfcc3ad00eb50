package io.interlude.ingest.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.OrgId;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class EventIdsTest {
    private static final OrgId ORG = new OrgId("acme");

    private final EventIds ids = new EventIds();

    @Test
    void newIdsSortByTimeAndDiffer() {
        Instant now = Instant.parse("2026-03-01T12:00:00Z");
        Set<UUID> seen = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            UUID id = ids.next(now);
            assertThat(id.version()).isEqualTo(7);
            assertThat(id.variant()).isEqualTo(2);
            assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(now.toEpochMilli());
            assertThat(seen.add(id)).isTrue();
        }
        assertThat(ids.next(now.plusMillis(1)).toString()).isGreaterThan(ids.next(now).toString());
    }

    @Test
    void derivedIdsDependOnOrgSubjectAndKeyAlone() {
        UUID id = ids.derive(ORG, "fetch", "key");
        assertThat(id.version()).isEqualTo(8);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(new EventIds().derive(ORG, "fetch", "key")).isEqualTo(id);
        assertThat(ids.derive(ORG, "fetch", "key2")).isNotEqualTo(id);
        assertThat(ids.derive(ORG, "fetch2", "key")).isNotEqualTo(id);
        assertThat(ids.derive(new OrgId("other"), "fetch", "key")).isNotEqualTo(id);
    }
}
