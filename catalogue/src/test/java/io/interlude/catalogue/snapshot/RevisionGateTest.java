package io.interlude.catalogue.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RevisionGateTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final RevisionGate<String> gate = new RevisionGate<>();

    private void add(long revision, int size, String value) {
        gate.add(revision, size, NOW, value);
    }

    private List<String> pass() {
        return gate.pass(NOW, true);
    }

    @Test
    void passesAWholeRevision() {
        add(1, 2, "a");
        assertThat(pass()).isEmpty();

        add(1, 2, "b");
        assertThat(pass()).containsExactly("a", "b");
        assertThat(gate.passed()).isEqualTo(1);
        assertThat(gate.isEmpty()).isTrue();
    }

    @Test
    void keepsTheOrderOfRevisions() {
        add(2, 1, "second");
        add(3, 1, "third");
        assertThat(pass()).isEmpty();

        add(1, 1, "first");
        assertThat(pass()).containsExactly("first", "second", "third");
    }

    @Test
    void waitsForTheHalfThatHasNotArrived() {
        add(1, 1, "first");
        add(2, 2, "half");
        add(3, 1, "third");

        assertThat(pass()).containsExactly("first");
        assertThat(gate.pass(NOW.plus(RevisionGate.PATIENCE).minusMillis(1), true)).isEmpty();
    }

    @Test
    void passesInPartWhatCompactionLeft() {
        // given
        add(4, 3, "left of 4");
        add(9, 2, "left of 9");

        // when the reader is not at the end, it may still come
        assertThat(gate.pass(NOW.plusSeconds(60), false)).isEmpty();

        // then at the end it passes once it is old enough
        assertThat(gate.pass(NOW.plus(RevisionGate.PATIENCE), true))
                .containsExactly("left of 4", "left of 9");
        assertThat(gate.passed()).isEqualTo(9);
    }

    @Test
    void passesALateRecordAtOnce() {
        add(1, 1, "first");
        pass();
        add(1, 1, "late");

        assertThat(gate.pass(NOW, false)).containsExactly("late");
        assertThat(gate.passed()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void passesEveryRecordOnceInOrderHoweverTheyArrive(long seed) {
        // given
        Random random = new Random(seed);
        List<int[]> arrivals = new ArrayList<>();
        for (int revision = 1; revision <= 50; revision++) {
            int size = 1 + random.nextInt(5);
            for (int i = 0; i < size; i++) {
                arrivals.add(new int[] {revision, size});
            }
        }
        Collections.shuffle(arrivals, random);

        // when
        List<Integer> passed = new ArrayList<>();
        RevisionGate<Integer> shuffled = new RevisionGate<>();
        for (int[] arrival : arrivals) {
            shuffled.add(arrival[0], arrival[1], NOW, arrival[0]);
            passed.addAll(shuffled.pass(NOW, true));
        }

        // then
        assertThat(passed).hasSameSizeAs(arrivals).isSorted();
        assertThat(shuffled.isEmpty()).isTrue();
    }
}
