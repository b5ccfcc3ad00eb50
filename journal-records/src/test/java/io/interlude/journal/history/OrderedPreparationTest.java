package io.interlude.journal.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderedPreparationTest {
    private static final int ITEMS = 20_000;

    private static Optional<Integer> odd(int number) {
        return number % 2 == 1 ? Optional.of(number) : Optional.empty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void takesInOrderWhatIsPrepared(int threads) {
        List<Integer> taken = new ArrayList<>();
        Set<Thread> takers = ConcurrentHashMap.newKeySet();
        try (OrderedPreparation<Integer, Integer> preparation =
                new OrderedPreparation<>(
                        threads,
                        OrderedPreparationTest::odd,
                        number -> {
                            taken.add(number);
                            takers.add(Thread.currentThread());
                        })) {
            IntStream.range(0, ITEMS).forEach(preparation::add);
            preparation.finish();
        }

        assertThat(taken)
                .isEqualTo(
                        IntStream.range(0, ITEMS)
                                .filter(number -> number % 2 == 1)
                                .boxed()
                                .toList());
        assertThat(takers).containsExactly(Thread.currentThread());
    }

    /// The first item waits for one that comes much later: only another thread can prepare that.
    @Test
    void preparesAheadOnOtherThreads() {
        CountDownLatch later = new CountDownLatch(1);
        List<Integer> taken = new ArrayList<>();
        try (OrderedPreparation<Integer, Integer> preparation =
                new OrderedPreparation<>(
                        2,
                        number -> {
                            if (number == 0) {
                                awaitUninterruptibly(later);
                            } else if (number == 300) {
                                later.countDown();
                            }
                            return Optional.of(number);
                        },
                        taken::add)) {
            IntStream.range(0, 1_000).forEach(preparation::add);
            preparation.finish();
        }

        assertThat(taken).isEqualTo(IntStream.range(0, 1_000).boxed().toList());
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void holdsFewItems() {
        List<Integer> taken = new ArrayList<>();
        try (OrderedPreparation<Integer, Integer> preparation =
                new OrderedPreparation<>(1, Optional::of, taken::add)) {
            IntStream.range(0, ITEMS).forEach(preparation::add);

            assertThat(taken).hasSizeGreaterThan(ITEMS - 1_000);
        }
    }

    @Test
    void throwsWhatPreparingThrew() {
        try (OrderedPreparation<Integer, Integer> preparation =
                new OrderedPreparation<>(
                        1,
                        number -> {
                            throw new IllegalArgumentException("of " + number);
                        },
                        _ -> {})) {
            preparation.add(7);

            assertThatThrownBy(preparation::finish)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("of 7");
        }
    }
}
