package io.interlude.fetch.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.rotation.RotationStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AcknowledgedFetchesTest {
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final AcknowledgedFetches fetches = new AcknowledgedFetches(GRACE);
    private final Set<OwnFetch> applied = new HashSet<>();
    private long nowMillis = 1_000;

    private OwnFetch added() {
        OwnFetch fetch =
                new OwnFetch(
                        new OwnFetch.Places(
                                new OrgId("acme"),
                                null,
                                -1,
                                Instant.EPOCH,
                                List.of(),
                                new LineItemId("li"),
                                new CreativeId("c"),
                                RotationStamp.START,
                                20_000,
                                0),
                        true);
        fetches.add(fetch);
        return fetch;
    }

    private List<OwnFetch> over() {
        return fetches.over(nowMillis, applied::contains);
    }

    @Test
    void aFetchIsOverAGraceAfterItWasSeenApplied() {
        OwnFetch fetch = added();
        applied.add(fetch);
        assertThat(over()).isEmpty();

        nowMillis += GRACE.toMillis() - 1;
        assertThat(over()).isEmpty();

        nowMillis++;
        assertThat(over()).containsExactly(fetch);
        assertThat(over()).isEmpty();
    }

    /// One that the aggregator rejects is never applied.
    @Test
    void oneThatIsNotAppliedHoldsUpNobody() {
        added();
        OwnFetch second = added();
        OwnFetch third = added();
        applied.addAll(List.of(second, third));
        over();
        over();
        nowMillis += GRACE.toMillis();

        assertThat(over()).containsExactly(second, third);
    }

    /// A call for each fetch that is added is enough, in the order in which they were applied.
    @Test
    void lookingKeepsUpWithAdding() {
        List<OwnFetch> added = new ArrayList<>();
        List<OwnFetch> gone = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            OwnFetch fetch = added();
            added.add(fetch);
            applied.add(fetch);
            nowMillis += 100;
            gone.addAll(over());
        }

        // A grace is a hundred of them, and nobody is given before.
        assertThat(gone).hasSize(900).isEqualTo(added.subList(0, 900));
    }
}
