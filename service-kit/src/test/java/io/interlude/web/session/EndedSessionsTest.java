package io.interlude.web.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.OrgId;
import io.interlude.schema.SessionEnded;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EndedSessionsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration LIFE = Duration.ofHours(12);

    private final AtomicReference<Instant> now = new AtomicReference<>(NOON);
    private final List<SessionEnded> written = new ArrayList<>();
    private final EndedSessions ended =
            new EndedSessions(
                    now::get,
                    session -> {
                        written.add(session);
                        return CompletableFuture.completedFuture(null);
                    });

    private Session session(String org) {
        return Session.start(new OrgId(org), new Session.Holder.Person("person"), now::get, LIFE);
    }

    private static boolean isRefused(CompletableFuture<Boolean> ending) {
        try {
            ending.join();
            return false;
        } catch (CompletionException e) {
            return e.getCause() instanceof ProblemException refused
                    && refused.problem().reason() == Reason.RATE_LIMITED;
        }
    }

    @Test
    void aSessionEndsOnce() {
        Session session = session("org");

        assertThat(ended.contains(session)).isFalse();
        assertThat(ended.end(session).join()).isTrue();
        assertThat(ended.end(session).join()).isFalse();
        assertThat(ended.contains(session)).isTrue();
        assertThat(written).hasSize(1);
    }

    @Test
    void anOrgEndsOnlySoManyASecondAndTakesNoneFromAnother() {
        int refused = 0;
        for (int i = 0; i < 1_000; i++) {
            refused += isRefused(ended.end(session("busy"))) ? 1 : 0;
        }

        assertThat(refused).isGreaterThan(900);
        assertThat(written).hasSize(1_000 - refused);
        assertThat(isRefused(ended.end(session("quiet")))).isFalse();
    }

    @Test
    void everyEndedSessionIsKnownUntilItIsOver() {
        EndedIds ids = new EndedIds();
        List<Session> sessions = Stream.generate(() -> session("org")).limit(10_000).toList();
        List<Session> others = Stream.generate(() -> session("org")).limit(10_000).toList();

        sessions.forEach(each -> assertThat(ids.add(each.id(), each.expiresAt(), NOON)).isTrue());

        assertThat(sessions).allMatch(each -> ids.contains(each.id(), each.expiresAt()));
        assertThat(sessions).noneMatch(each -> ids.add(each.id(), each.expiresAt(), NOON));
        assertThat(others).noneMatch(each -> ids.contains(each.id(), each.expiresAt()));

        Session later = session("org");
        var _ = ids.add(later.id(), NOON.plus(LIFE).plus(LIFE), NOON.plus(LIFE).plusSeconds(3_600));

        assertThat(sessions).noneMatch(each -> ids.contains(each.id(), each.expiresAt()));
    }
}
