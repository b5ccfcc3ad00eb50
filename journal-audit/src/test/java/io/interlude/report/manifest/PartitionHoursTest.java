package io.interlude.report.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.digest.Sha256;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.schema.HourSealed;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PartitionHoursTest {
    private static final TopicPartition PLACE = new TopicPartition("ads.clicks", 0);
    private static final Instant TEN = Instant.parse("2026-03-01T10:00:00Z");

    private PartitionHours hours = new PartitionHours(PLACE, null);
    private long offset;

    @Test
    void anHourEndsBeforeTheFirstRecordOfALaterOne() {
        // given
        add(TEN);
        add(TEN.plusSeconds(3_599));

        // when
        SealableHour ended = add(TEN.plusSeconds(2 * 3_600)).orElseThrow();

        // then
        assertThat(ended.start()).isEqualTo(TEN);
        assertThat(ended.range()).isEqualTo(new SealableHour.Range(0, 1, 2));
        assertThat(ended.previousHash()).isEqualTo(PartitionHours.NO_HASH);
        SealableHour next = hours.close();
        assertThat(next.start()).isEqualTo(TEN.plusSeconds(2 * 3_600));
        assertThat(next.previousHash()).isEqualTo(ended.hash());
        assertThat(next.firstOffset()).isEqualTo(2);
    }

    @Test
    void aLateRecordBelongsToTheHourThatItCameIn() {
        // given
        add(TEN);
        SealableHour first = hours.close();

        // when
        assertThat(add(TEN.plusSeconds(10))).isEmpty();

        // then
        assertThat(hours.close().start()).as("an hour is sealed once").isAfter(first.start());
    }

    @Test
    void countsRecordsAndNotOffsets() {
        add(TEN);
        offset += 3;
        add(TEN);

        assertThat(hours.close().range()).isEqualTo(new SealableHour.Range(0, 4, 2));
    }

    @Test
    void goesOnFromTheLastManifest() {
        // given
        add(TEN);
        SealableHour first = hours.close();
        HourSealed sealed =
                new ManifestKeys(new SigningKeys(List.of(new byte[32])), List.of())
                        .seal(first, TEN);
        add(TEN);
        SealableHour second = hours.close();

        // when
        hours = new PartitionHours(PLACE, sealed);
        offset = hours.nextOffset();
        add(TEN);

        // then
        assertThat(hours.close()).isEqualTo(second);
    }

    @Test
    void isOverOnceItsEndIsPast() {
        assertThat(hours.isOverBefore(Instant.parse("2100-01-01T00:00:00Z")))
                .as("nothing to seal")
                .isFalse();
        add(TEN);
        assertThat(hours.isOverBefore(TEN.plusSeconds(3_600).minusMillis(1))).isFalse();
        assertThat(hours.isOverBefore(TEN.plusSeconds(3_600))).isTrue();
    }

    @Test
    void hashesAsDocumented() {
        // when
        RecordChain chain = new RecordChain(PartitionHours.NO_HASH);
        chain.add(1, 2, "k".getBytes(UTF_8), "v".getBytes(UTF_8));
        String first = chain.hash();
        chain.add(2, 3, null, null);

        // then
        String record =
                "0".repeat(64)
                        + "0000000000000001"
                        + "0000000000000002"
                        + "000000016b"
                        + "0000000176";
        assertThat(first).isEqualTo(sha256(record));
        assertThat(chain.hash())
                .isEqualTo(
                        sha256(
                                first
                                        + "0000000000000002"
                                        + "0000000000000003"
                                        + "ffffffff"
                                        + "ffffffff"));
    }

    private static String sha256(String hex) {
        return HexFormat.of().formatHex(Sha256.of(HexFormat.of().parseHex(hex)));
    }

    private Optional<SealableHour> add(Instant at) {
        return hours.add(offset++, at.toEpochMilli(), null, new byte[] {1});
    }
}
