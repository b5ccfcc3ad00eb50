package io.interlude.state.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.state.query.FrequencyQuery;
import io.interlude.state.query.SubscriberState;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Who is asked for counters, and whose answer is used.
class CounterRoutingTest {
    private static final OrgId ACME = new OrgId("acme");
    private static final Subscriber SAM = new Subscriber("sam");
    private static final Duration WAIT = Duration.ofMillis(200);
    private static final Duration HEDGE = Duration.ofMillis(25);
    private static final ReadTimeouts TIMEOUTS =
            new ReadTimeouts(
                    WAIT,
                    HEDGE,
                    Duration.ofMillis(30),
                    Duration.ofSeconds(1),
                    Duration.ofMillis(500),
                    Duration.ofSeconds(2));

    private final PlayedTime time = new PlayedTime();
    private final PlayedInstances instances = new PlayedInstances(time, 1);
    private final PlayedInstances.Instance a = instances.add("a");
    private final PlayedInstances.Instance b = instances.add("b");
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private long floor;

    private FrequencyQuery start(int requests, int waiting) {
        RemoteState state =
                new RemoteState(
                        instances,
                        new RemoteState.Limits(requests, waiting),
                        TIMEOUTS,
                        time,
                        time::nanos,
                        new StateMeters(meters),
                        List.of(a.url));
        state.start();
        time.pass(Duration.ofSeconds(5));
        return state.frequencies(_ -> floor);
    }

    private CompletableFuture<SubscriberState> ask(FrequencyQuery query) {
        return query.state(ACME, SAM, 0);
    }

    private static void assertUnavailable(CompletableFuture<?> answer) {
        assertThat(answer.isCompletedExceptionally()).isTrue();
        assertThat(answer.exceptionNow()).isInstanceOf(StateUnavailableException.class);
    }

    private double counted(String name) {
        return meters.get(name).counter().count();
    }

    @Test
    void theOwnerAnswersAndNobodyElseIsAsked() {
        a.owned.put(0, () -> 7);
        b.followed.put(0, () -> 7);
        FrequencyQuery query = start(2, 10);

        CompletableFuture<SubscriberState> answer = ask(query);
        time.pass(Duration.ofMillis(1));

        assertThat(answer.resultNow().partitionApplied()).isEqualTo(7);
        assertThat(instances.requests).isEqualTo(1);
    }

    @Test
    void aStandbyAnswersForAnOwnerThatIsGone() {
        a.owned.put(0, () -> 7);
        b.followed.put(0, () -> 6);
        FrequencyQuery query = start(2, 10);
        a.gone = true;

        CompletableFuture<SubscriberState> first = ask(query);
        time.pass(Duration.ofMillis(2));
        CompletableFuture<SubscriberState> second = ask(query);
        time.pass(Duration.ofMillis(1));

        assertThat(first.resultNow().partitionApplied()).isEqualTo(6);
        assertThat(second.isDone()).as("who was found gone is not asked again").isTrue();
    }

    @Test
    void aStandbyIsAskedAsWellWhenTheOwnerIsSlow() {
        a.owned.put(0, () -> 7);
        b.followed.put(0, () -> 6);
        FrequencyQuery query = start(2, 10);
        a.delay = Duration.ofMillis(120);

        CompletableFuture<SubscriberState> answer = ask(query);
        time.pass(HEDGE);
        assertThat(answer).isNotDone();
        time.pass(Duration.ofMillis(1));

        assertThat(answer.resultNow().partitionApplied()).isEqualTo(6);
        assertThat(counted("interlude.state.hedged")).isEqualTo(1);
    }

    @Test
    void theOwnerIsWaitedForWhenTheStandbyIsBehind() {
        a.owned.put(0, () -> 7);
        b.followed.put(0, () -> 4);
        floor = 5;
        FrequencyQuery query = start(2, 10);
        a.delay = Duration.ofMillis(120);

        CompletableFuture<SubscriberState> answer = ask(query);
        time.pass(Duration.ofMillis(120));

        assertThat(answer.resultNow().partitionApplied()).isEqualTo(7);
        assertThat(counted("interlude.state.behind")).isEqualTo(1);
    }

    @Test
    void anAnswerThatIsTooOldIsNone() {
        a.owned.put(0, () -> 4);
        b.followed.put(0, () -> 3);
        floor = 5;
        FrequencyQuery query = start(2, 10);

        CompletableFuture<SubscriberState> answer = ask(query);
        time.pass(WAIT);

        assertUnavailable(answer);
    }

    @Test
    void aFormerOwnerThatDoesNotKnowIsNotBelieved() {
        a.owned.put(0, () -> 4);
        FrequencyQuery query = start(2, 10);
        b.owned.put(0, () -> 9);
        floor = 8;

        CompletableFuture<SubscriberState> answer = ask(query);
        time.pass(WAIT);

        assertThat(answer.resultNow().partitionApplied()).isEqualTo(9);
    }

    @Test
    void aPartitionThatMovesIsAskedForUntilItHasArrived() {
        a.owned.put(0, () -> 4);
        FrequencyQuery query = start(2, 10);
        a.owned.clear();

        CompletableFuture<SubscriberState> answer = ask(query);
        time.pass(Duration.ofMillis(20));
        b.owned.put(0, () -> 4);
        time.pass(WAIT);

        assertThat(answer.resultNow().partitionApplied()).isEqualTo(4);
    }

    @Test
    void nobodyIsThere() {
        a.owned.put(0, () -> 4);
        FrequencyQuery query = start(2, 10);
        a.gone = true;
        b.gone = true;

        CompletableFuture<SubscriberState> answer = ask(query);
        time.pass(WAIT.minusMillis(1));
        assertThat(answer).isNotDone();
        time.pass(Duration.ofMillis(1));

        assertUnavailable(answer);
        assertThat(meters.get("interlude.state.counters").tag("by", "unavailable").counter())
                .satisfies(counter -> assertThat(counter.count()).isEqualTo(1));
    }

    @Test
    void nothingIsGoodEnoughWhileTheJournalsEndIsNotKnown() {
        a.owned.put(0, () -> 4);
        floor = AppliedFloor.NOT_YET;
        FrequencyQuery query = start(2, 10);

        assertUnavailable(ask(query));
        assertThat(instances.requests).isZero();
    }

    @Test
    void questionsThatComeTogetherGoTogether() {
        a.owned.put(0, () -> 4);
        FrequencyQuery query = start(2, 100);
        a.delay = Duration.ofMillis(10);

        List<CompletableFuture<SubscriberState>> answers = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            answers.add(ask(query));
        }
        time.pass(Duration.ofMillis(20));

        assertThat(answers).allMatch(CompletableFuture::isDone);
        assertThat(instances.requests).isEqualTo(3);
    }

    @Test
    void tooManyQuestionsAreRefusedAtOnce() {
        a.owned.put(0, () -> 4);
        FrequencyQuery query = start(1, 10);
        a.delay = Duration.ofSeconds(1);

        for (int i = 0; i < 100; i++) {
            var _ = ask(query);
        }

        assertThat(counted("interlude.state.refused")).isPositive();
        assertThat(meters.get("interlude.state.pending").gauge().value()).isLessThanOrEqualTo(11);
        time.pass(Duration.ofSeconds(2));
        assertThat(meters.get("interlude.state.pending").gauge().value()).isZero();
    }

    /// A fetch service drops what its views have shown for ten seconds. Whatever happens to the
    /// instances, an answer includes all that was shown five seconds before it was asked for, and
    /// comes in time.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void neverReturnsLessThanTheReaderMayHaveForgotten(long seed) {
        World world = new World(new Random(seed), time, List.of(a, b, instances.add("c")));
        long goal = world.committed();
        StalenessBound stalenessBound = new StalenessBound(_ -> world.shown(), 1, time::nanos);
        RemoteState state =
                new RemoteState(
                        instances,
                        new RemoteState.Limits(2, 50),
                        TIMEOUTS,
                        time,
                        time::nanos,
                        new StateMeters(meters),
                        List.of(a.url));
        state.start();
        FrequencyQuery query = state.frequencies(stalenessBound);
        assertUnavailable(ask(query));
        stalenessBound.setGoals(Map.of(0, goal));
        stalenessBound.tick();

        int good = 0;
        for (int step = 0; step < 3_000; step++) {
            world.step(stalenessBound);
            long mustHave = Math.max(goal, world.shown(StalenessBound.AGE_MAX));
            CompletableFuture<SubscriberState> answer = ask(query);
            time.pass(WAIT);
            assertThat(answer).as("seed %d step %d", seed, step).isDone();
            if (!answer.isCompletedExceptionally()) {
                good++;
                assertThat(answer.resultNow().counters().appliedOffset() + 1)
                        .as("seed %d step %d", seed, step)
                        .isGreaterThanOrEqualTo(mustHave);
            }
        }
        assertThat(good).as("seed %d", seed).isGreaterThan(500);
    }

    /// One partition that is given from one instance to another, while they die, stand still, are
    /// slow, and go on to believe that it is theirs.
    private static final class World {
        private static final Duration VIEW_LAG = Duration.ofMillis(300);

        private final Random random;
        private final PlayedTime time;
        private final List<PlayedInstances.Instance> all;
        private final List<Long> committedAtNanos = new ArrayList<>();
        private int owner;
        private long lastTick;

        World(Random random, PlayedTime time, List<PlayedInstances.Instance> all) {
            this.random = random;
            this.time = time;
            this.all = all;
            for (int i = 0; i < 20; i++) {
                committedAtNanos.add(-10_000_000_000L);
            }
            all.getFirst().owned.put(0, this::committed);
        }

        /// Behind the last fetch that is committed.
        long committed() {
            return committedAtNanos.size();
        }

        private long committedAt(long nanos) {
            int count = committedAtNanos.size();
            while (count > 0 && committedAtNanos.get(count - 1) > nanos) {
                count--;
            }
            return count;
        }

        /// What the views of the fetch service show now.
        long shown() {
            return shown(Duration.ZERO);
        }

        long shown(Duration ago) {
            return committedAt(time.nanos() - ago.toNanos() - VIEW_LAG.toNanos());
        }

        void step(StalenessBound floor) {
            for (int i = random.nextInt(4); i > 0; i--) {
                committedAtNanos.add(time.nanos());
            }
            switch (random.nextInt(60)) {
                case 0 -> moveAway();
                case 1 -> all.get(random.nextInt(all.size())).gone = true;
                case 2, 3 -> all.forEach(instance -> instance.gone = false);
                case 4 ->
                        all.get(random.nextInt(all.size())).delay =
                                Duration.ofMillis(random.nextInt(1, 700));
                case 5, 6 -> all.forEach(instance -> instance.delay = Duration.ofMillis(1));
                case 7 -> follow();
                case 8 -> all.get(owner).owned.put(0, this::committed);
                default -> {}
            }
            // Ticks are late at times.
            if (time.nanos() - lastTick > 1_000_000_000L && random.nextInt(10) > 0) {
                lastTick = time.nanos();
                floor.tick();
            }
        }

        /// The former owner keeps what it had, and may go on to offer it.
        private void moveAway() {
            long had = committed();
            PlayedInstances.Instance former = all.get(owner);
            if (random.nextBoolean()) {
                former.owned.put(0, () -> had);
            } else {
                former.owned.remove(0);
            }
            owner = random.nextInt(all.size());
            all.get(owner).owned.put(0, this::committed);
        }

        private void follow() {
            PlayedInstances.Instance follower = all.get(random.nextInt(all.size()));
            long lag = random.nextLong(8_000_000_000L);
            long stops = random.nextBoolean() ? time.nanos() : Long.MAX_VALUE;
            LongSupplier applied = () -> committedAt(Math.min(time.nanos() - lag, stops));
            follower.followed.put(0, applied);
        }
    }
}
