package io.interlude.domain.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.interlude.domain.identity.LineItemId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstanceShareTest {
    private static final LineItemId LINE_ITEM = new LineItemId("li");
    private static final long QUARTER = Duration.ofMinutes(15).toMillis();
    private static final long MIDWAY = 1_000 * QUARTER + QUARTER / 2;

    private static InstanceShare share(int number, int instances, long atMillis) {
        return InstanceShare.at(instances, number, LINE_ITEM, atMillis, 0);
    }

    @Test
    void onlyInstanceTakesEveryOpenPlace() {
        assertThat(InstanceShare.ALL.hasRoom(17, 1)).isTrue();
        assertThat(share(0, 1, MIDWAY).hasRoom(17, 1)).isTrue();
    }

    @Test
    void openPlaceIsOfOneInstance() {
        for (long fetches = 0; fetches < 20; fetches++) {
            int owners = 0;
            for (int number = 0; number < 8; number++) {
                owners += share(number, 8, MIDWAY).hasRoom(fetches, 1) ? 1 : 0;
            }
            assertThat(owners).isEqualTo(1);
        }
    }

    @Test
    void turnsMoveOnUntilEveryInstanceHadThePlace() {
        Set<Integer> owners = new HashSet<>();
        for (int turn = 0; turn < 8; turn++) {
            for (int number = 0; number < 8; number++) {
                if (share(number, 8, MIDWAY + turn * QUARTER).hasRoom(5, 1)) {
                    owners.add(number);
                }
            }
        }

        assertThat(owners).hasSize(8);
    }

    @Test
    void betweenTurnsOnlyWholeRoundsAreDealtOut() {
        long between = 1_000 * QUARTER + Duration.ofSeconds(119).toMillis();
        for (int number = 0; number < 8; number++) {
            InstanceShare share = share(number, 8, between);
            assertThat(share.turn()).isEqualTo(InstanceShare.NO_TURN);
            assertThat(share.hasRoom(5, 7)).isFalse();
            assertThat(share.hasRoom(5, 8)).isTrue();
        }
    }

    @Test
    void ownRecentFetchesUseUpOwnPlacesOnly() {
        // Of 16 places two are each one's; after one of its own, 15 are open.
        assertThat(new InstanceShare(8, 3, 1).hasRoom(1, 15)).isTrue();
        assertThat(new InstanceShare(8, 3, 2).hasRoom(2, 14)).isFalse();
        assertThat(new InstanceShare(8, 3, 0).hasRoom(2, 14)).isTrue();
    }

    @Test
    void turnsOutOfRangeAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new InstanceShare(0, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new InstanceShare(2, 2, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new InstanceShare(2, -2, 0));
    }

    /// Instances that read a common state late, each with a lag of its own, and are asked at
    /// random: together they serve every place and no place twice.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void allTogetherServeEveryPlaceOnce(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int instances = random.nextInt(2, 12);
        long places = random.nextLong(1, random.nextBoolean() ? 20 : 2_000);
        long largestLagMillis = random.nextLong(1, 60_000);
        long stepMillis = random.nextLong(1, 200);
        List<Instance> all = new ArrayList<>();
        for (int number = 0; number < instances; number++) {
            all.add(new Instance(number, random.nextLong(largestLagMillis), 2 * largestLagMillis));
        }
        List<Long> servedAt = new ArrayList<>();
        long end = MIDWAY + Duration.ofDays(1).toMillis();
        for (long now = MIDWAY;
                now < end && servedAt.size() < places;
                now += random.nextLong(stepMillis) + 1) {
            Instance asked = all.get(random.nextInt(instances));
            if (asked.serves(servedAt, places, instances, now)) {
                servedAt.add(now);
                asked.own.add(now);
            }
        }
        long last = servedAt.getLast();
        for (Instance instance : all) {
            for (long now = last; now < last + 10 * QUARTER; now += 1_000) {
                assertThat(instance.serves(servedAt, places, instances, now))
                        .as("seed %d", seed)
                        .isFalse();
            }
        }
        assertThat(servedAt).as("seed %d", seed).hasSize((int) places);
    }

    /// Reads what was served until its lag ago.
    private static final class Instance {
        private final int number;
        private final long lagMillis;
        private final long recentMillis;
        private final Deque<Long> own = new ArrayDeque<>();
        private int seen;

        Instance(int number, long lagMillis, long recentMillis) {
            this.number = number;
            this.lagMillis = lagMillis;
            this.recentMillis = recentMillis;
        }

        boolean serves(List<Long> servedAt, long places, int instances, long now) {
            while (seen < servedAt.size() && servedAt.get(seen) <= now - lagMillis) {
                seen++;
            }
            while (!own.isEmpty() && own.peekFirst() <= now - recentMillis) {
                own.removeFirst();
            }
            long unseen = own.stream().filter(at -> at > now - lagMillis).count();
            long known = seen + unseen;
            return known < places
                    && InstanceShare.at(instances, number, LINE_ITEM, now, own.size())
                            .hasRoom(known, places - known);
        }
    }
}
