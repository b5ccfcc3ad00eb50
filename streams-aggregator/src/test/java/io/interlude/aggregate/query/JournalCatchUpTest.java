package io.interlude.aggregate.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class JournalCatchUpTest {
    private final KnownOffsets offsets = new KnownOffsets();
    private final JournalCatchUp catchUp = new JournalCatchUp(offsets, 3);

    @Test
    void nothingHasCaughtUpBeforeTheFirstComparison() {
        assertThat(catchUp.caughtUp()).isFalse();
        assertThat(catchUp.caughtUp(0)).isFalse();
    }

    @Test
    void emptyJournalNeedsNoCommit() {
        offsets.ends.putAll(Map.of(0, 0L, 1, 0L, 2, 40L));
        offsets.starts.put(2, 40L);

        catchUp.compare().join();

        assertThat(catchUp.caughtUp()).isTrue();
    }

    @Test
    void partitionHasCaughtUpOnceItsEndAtStartIsCommitted() {
        // given
        offsets.ends.putAll(Map.of(0, 10L, 1, 20L));
        offsets.committed.putAll(Map.of(0, 10L, 1, 19L));
        catchUp.compare().join();
        assertThat(catchUp.caughtUp(0)).isTrue();
        assertThat(catchUp.caughtUp(1)).isFalse();
        assertThat(catchUp.caughtUp(2)).isTrue();
        assertThat(catchUp.caughtUp()).isFalse();

        // when
        offsets.ends.put(0, 1_000L);
        offsets.committed.put(1, 20L);
        catchUp.compare().join();

        // then
        assertThat(catchUp.caughtUp()).isTrue();
    }

    @Test
    void failedComparisonLeavesEverythingClosed() {
        offsets.failing = true;

        assertThat(catchUp.compare()).isCompletedExceptionally();
        assertThat(catchUp.caughtUp()).isFalse();
    }

    private static final class KnownOffsets implements JournalOffsets {
        private final Map<Integer, Long> starts = new HashMap<>();
        private final Map<Integer, Long> ends = new HashMap<>();
        private final Map<Integer, Long> committed = new HashMap<>();
        private boolean failing;

        @Override
        public CompletableFuture<Map<Integer, Long>> starts() {
            return answer(starts);
        }

        @Override
        public CompletableFuture<Map<Integer, Long>> ends() {
            return answer(ends);
        }

        @Override
        public CompletableFuture<Map<Integer, Long>> committed() {
            return answer(committed);
        }

        private CompletableFuture<Map<Integer, Long>> answer(Map<Integer, Long> offsets) {
            return failing
                    ? CompletableFuture.failedFuture(new IllegalStateException("no broker"))
                    : CompletableFuture.completedFuture(Map.copyOf(offsets));
        }
    }
}
