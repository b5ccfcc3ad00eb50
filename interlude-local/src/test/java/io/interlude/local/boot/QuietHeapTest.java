package io.interlude.local.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.Scanner;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuietHeapTest {
    private final AtomicLong collections = new AtomicLong(40);
    private final AtomicInteger asked = new AtomicInteger();

    private QuietHeap heap() {
        return new QuietHeap(
                collections::get,
                () -> {
                    asked.incrementAndGet();
                    // The one that it asked for, and what G1 does after it.
                    collections.addAndGet(2);
                });
    }

    @ParameterizedTest
    @CsvSource({
        // Collections between looks, and how often one is asked for.
        "1 1 1, 1",
        "5 0 5, 1",
        "6 6 6, 0",
        "80 2 1 0, 1",
        "80 2 80 90 0 1, 2",
        "0 0 80 0 0 0, 2",
    })
    void asksOnceWhenALoadIsOver(String between, int times) {
        try (QuietHeap heap = heap()) {
            new Scanner(between)
                    .tokens()
                    .mapToLong(Long::parseLong)
                    .forEach(more -> {
                        collections.addAndGet(more);
                        heap.look();
                    });
        }

        assertThat(asked).hasValue(times);
    }

    @Test
    void countsTheCollectionsOfThisProcess() {
        long before = QuietHeap.collections();

        ManagementFactory.getMemoryMXBean().gc();

        assertThat(QuietHeap.collections()).isGreaterThan(before);
    }
}
