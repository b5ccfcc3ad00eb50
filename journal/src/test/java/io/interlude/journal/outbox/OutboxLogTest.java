package io.interlude.journal.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.journal.append.AppendPriority;
import io.interlude.journal.append.SerializedRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutboxLogTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final OutboxLog.Shape SHAPE = new OutboxLog.Shape(1 << 20, 4);
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir private Path folder;
    private final List<SerializedRecord> recovered = new ArrayList<>();

    private OutboxLog open(long mostBytes) throws IOException {
        recovered.clear();
        return OutboxLog.open(folder, mostBytes, SHAPE, (left, _, _) -> recovered.add(left));
    }

    private static SerializedRecord aRecord(@Nullable String key, String value) {
        return new SerializedRecord(
                "ads.clicks", 3, key, value.getBytes(StandardCharsets.UTF_8), NOW);
    }

    private static OutboxLog.Written append(OutboxLog log, String... values) throws IOException {
        byte[][] payloads =
                Stream.of(values)
                        .map(value -> RecordCodec.encode(aRecord("k", value)))
                        .toArray(byte[][]::new);
        assertThat(log.admits(Segment.bytesOf(payloads[0]), AppendPriority.USUAL)).isTrue();
        return log.append(payloads);
    }

    private List<String> leftValues() {
        return recovered.stream()
                .map(left -> new String(left.value(), StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void givesTheNextProcessWhatIsNotSettledInOrder() throws IOException {
        try (OutboxLog log = open(MEBIBYTE)) {
            append(log, "one", "two");
            append(log, "three");
        }

        try (OutboxLog again = open(MEBIBYTE)) {
            assertThat(leftValues()).containsExactly("one", "two", "three");
            assertThat(again.bytes()).isPositive();
        }
    }

    @Test
    void theNextProcessFindsNothingOfWhatWasTakenBack() throws IOException {
        try (OutboxLog log = open(MEBIBYTE)) {
            append(log, "one");
            OutboxLog.takeBack(append(log, "refused", "two", "three"));
            assertThat(log.unsettled()).isEqualTo(1);
            append(log, "two", "three");
            assertThat(log.unsettled()).isEqualTo(3);
        }

        try (OutboxLog again = open(MEBIBYTE)) {
            assertThat(leftValues()).containsExactly("one", "two", "three");
            OutboxLog.takeBack(append(again, "four"));
        }

        try (OutboxLog again = open(MEBIBYTE)) {
            assertThat(leftValues()).containsExactly("one", "two", "three");
            assertThat(again.unsettled()).isEqualTo(3);
        }
    }

    @Test
    void keepsEveryPartOfARecord() {
        for (SerializedRecord record : List.of(aRecord(null, "v"), aRecord("key", ""))) {
            SerializedRecord again = RecordCodec.decode(RecordCodec.encode(record));

            assertThat(again).usingRecursiveComparison().isEqualTo(record);
        }
    }

    @Test
    void leavesNothingWhenAllIsSettled() throws IOException {
        try (OutboxLog log = open(MEBIBYTE)) {
            OutboxLog.Written written = append(log, "one", "two");
            written.segment().settle();
            written.segment().settle();
        }

        try (OutboxLog _ = open(MEBIBYTE)) {
            assertThat(recovered).isEmpty();
        }
    }

    @Test
    void endsAtTheFirstTornRecord() throws IOException {
        try (OutboxLog log = open(MEBIBYTE)) {
            append(log, "whole", "torn");
        }
        Path first;
        try (Stream<Path> files = Files.list(folder)) {
            first =
                    files.filter(file -> file.toString().endsWith(".outbox"))
                            .sorted()
                            .findFirst()
                            .orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(first);
        int place = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("torn");
        bytes[place]++;
        Files.write(first, bytes, StandardOpenOption.TRUNCATE_EXISTING);

        try (OutboxLog _ = open(MEBIBYTE)) {
            assertThat(leftValues()).containsExactly("whole");
        }
    }

    @Test
    void isFullAtItsBound() throws IOException {
        try (OutboxLog log = open(MEBIBYTE)) {
            byte[] payload = RecordCodec.encode(aRecord("k", "x".repeat(60_000)));
            int taken = 0;
            while (log.admits(Segment.bytesOf(payload), AppendPriority.USUAL)) {
                log.append(new byte[][] {payload});
                taken++;
            }
            assertThat(taken).isEqualTo(16);
            assertThat(log.bytes()).isLessThanOrEqualTo(MEBIBYTE);
            assertThat(log.admits(Segment.bytesOf(payload), AppendPriority.FIRST)).isFalse();
        }
    }

    @Test
    void givesRecordsThatNobodyWasPromisedHalf() throws IOException {
        try (OutboxLog log = open(MEBIBYTE)) {
            byte[] payload = RecordCodec.encode(aRecord("k", "x".repeat(60_000)));
            while (log.admits(Segment.bytesOf(payload), AppendPriority.SPARE)) {
                log.append(new byte[][] {payload});
            }
            assertThat(log.bytes()).isLessThanOrEqualTo(MEBIBYTE / 2 + (128 << 10));
            assertThat(log.admits(Segment.bytesOf(payload), AppendPriority.USUAL)).isTrue();
        }
    }

    @Test
    void takesRoomOnTheDiskAhead() throws IOException {
        try (OutboxLog log = open(MEBIBYTE)) {
            for (int i = 0; i < 10; i++) {
                log.tidy();
            }
            assertThat(log.bytes()).isEqualTo((1 + 4) * (128 << 10));
        }
    }

    @Test
    void belongsToOneProcess() throws IOException {
        try (OutboxLog _ = open(MEBIBYTE)) {
            assertThatThrownBy(() -> open(MEBIBYTE)).isInstanceOf(Exception.class);
        }
    }
}
