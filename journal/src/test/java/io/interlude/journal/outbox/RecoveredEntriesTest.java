package io.interlude.journal.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.append.AppendPriority;
import io.interlude.journal.append.SerializedRecord;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecoveredEntriesTest {
    @TempDir private Path folder;

    private static SerializedRecord at(long millis) {
        return new SerializedRecord(
                "ads.clicks", 2, null, new byte[0], Instant.ofEpochMilli(millis));
    }

    @Test
    void keepsEachOrderAndLetsTheTimeDecideBetweenTheTwo() throws Exception {
        // given
        RecoveredEntries left = new RecoveredEntries();
        Segment segment = Segment.create(folder.resolve("1.outbox"), 1_024);
        long[] usual = {10, 8, 30};
        for (int i = 0; i < usual.length; i++) {
            left.addUsual(
                    at(usual[i]),
                    Entry.recovered(at(usual[i]), AppendPriority.USUAL, segment, i, usual[i]));
        }
        long[] clicks = {9, 20, 40};
        for (int i = 0; i < clicks.length; i++) {
            left.addClick(
                    at(clicks[i]),
                    Entry.recovered(at(clicks[i]), AppendPriority.FIRST, segment, i, clicks[i]));
        }

        // when
        List<Long> order = new ArrayList<>();
        left.drainTo((partition, entry) -> {
            assertThat(partition).isEqualTo(new RecoveredEntries.Partition("ads.clicks", 2));
            order.add(entry.sinceNanos);
        });

        // then
        assertThat(order).containsExactly(9L, 10L, 8L, 20L, 30L, 40L);
        assertThat(left.size()).isZero();
        segment.close();
    }
}
