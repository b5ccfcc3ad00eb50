package io.interlude.report.manifest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.SigningKeys;
import io.interlude.report.audit.ManifestCheck;
import io.interlude.report.audit.ManifestFindings;
import io.interlude.report.audit.ManifestFindings.BrokenHour;
import io.interlude.report.audit.ManifestFindings.Damage;
import io.interlude.schema.HourSealed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A partition of eight hours that are sealed and one that is not, and everything that can be done
/// to it. Seals with the sealer's code and checks with that of audits, which share none.
class TamperedJournalTest {
    private static final TopicPartition PLACE = new TopicPartition("ads.clicks", 2);
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final int HOURS = 8;

    private final ManifestKeys keys =
            new ManifestKeys(new SigningKeys(List.of(new byte[32])), List.of());
    private final List<Stored> records = new ArrayList<>();
    private final List<HourSealed> manifests = new ArrayList<>();
    private SplittableRandom random = new SplittableRandom(1);
    private long begin;

    /// A record of the partition.
    ///
    /// @param value a byte a character
    private record Stored(long offset, long timestampMillis, @Nullable String key, String value) {
        Stored flipped(int bit) {
            byte[] other = bytes();
            other[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            return new Stored(offset, timestampMillis, key, new String(other, ISO_8859_1));
        }

        byte[] bytes() {
            return value.getBytes(ISO_8859_1);
        }
    }

    @BeforeEach
    void sealHours() {
        write();
    }

    /// Offsets leave room, as those of transactions do.
    private void write() {
        records.clear();
        manifests.clear();
        PartitionHours hours = new PartitionHours(PLACE, null);
        long offset = random.nextInt(3);
        for (int hour = 0; hour <= HOURS; hour++) {
            int count = 2 + random.nextInt(10);
            for (int number = 0; number < count; number++) {
                add(hours, record(offset, hour));
                offset += 2 + random.nextInt(3);
            }
        }
    }

    private Stored record(long offset, int hour) {
        byte[] value = new byte[1 + random.nextInt(40)];
        for (int index = 0; index < value.length; index++) {
            value[index] = (byte) random.nextInt(256);
        }
        Duration within = Duration.ofMinutes(60L * hour + random.nextInt(60));
        long at = START.plus(within).toEpochMilli();
        String key = random.nextBoolean() ? "k" + offset : null;
        return new Stored(offset, at, key, new String(value, ISO_8859_1));
    }

    private void add(PartitionHours hours, Stored stored) {
        records.add(stored);
        String key = stored.key();
        hours.add(
                        stored.offset(),
                        stored.timestampMillis(),
                        key == null ? null : key.getBytes(UTF_8),
                        stored.bytes())
                .ifPresent(hour -> manifests.add(keys.seal(hour, START)));
    }

    @Test
    void verifiesWhatNobodyTouched() {
        ManifestFindings findings = findings();

        assertThat(findings.brokenCount()).isZero();
        assertThat(findings.verified()).isEqualTo(HOURS);
        assertThat(findings.unsealed()).isEqualTo(1);
        assertThat(findings.notAvailable()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void tellsTheHourInWhichARecordIsNotWhatItWas(long seed) {
        random = new SplittableRandom(seed);
        for (int change = 0; change < 7; change++) {
            write();
            HourSealed harmed = manifests.get(random.nextInt(HOURS));
            Damage expected = harm(change, harmed);
            assertThat(broken(findings()))
                    .as("change %d, seed %d", change, seed)
                    .containsExactly(harmed.getHour() + " " + expected);
        }
    }

    private Damage harm(int change, HourSealed hour) {
        List<Stored> own =
                records.stream()
                        .filter(each ->
                                each.offset() >= hour.getFirstOffset()
                                        && each.offset() <= hour.getLastOffset())
                        .toList();
        int number = random.nextInt(own.size());
        Stored record = own.get(number);
        int index = records.indexOf(record);
        switch (change) {
            case 0 ->
                    records.set(index, record.flipped(random.nextInt(record.value().length() * 8)));
            case 1 ->
                    records.set(
                            index,
                            new Stored(
                                    record.offset(),
                                    record.timestampMillis() + 1,
                                    record.key(),
                                    record.value()));
            case 2 ->
                    records.set(
                            index,
                            new Stored(
                                    record.offset(),
                                    record.timestampMillis(),
                                    record.key() + "x",
                                    record.value()));
            case 3 -> swap(own.getFirst(), own.getLast());
            case 4 -> {
                records.remove(record);
                return Damage.MISSING_RECORDS;
            }
            case 5 -> {
                // The last one of the hour: nothing after it in the hour betrays it.
                records.remove(own.getLast());
                return Damage.MISSING_RECORDS;
            }
            default -> {
                Stored first = own.getFirst();
                records.add(
                        records.indexOf(first) + 1,
                        new Stored(
                                first.offset() + 1,
                                first.timestampMillis(),
                                first.key(),
                                first.value()));
                return Damage.ADDED_RECORDS;
            }
        }
        return Damage.ALTERED;
    }

    /// Each gets what the other holds.
    private void swap(Stored one, Stored other) {
        records.set(
                records.indexOf(one),
                new Stored(one.offset(), one.timestampMillis(), one.key(), other.value()));
        records.set(
                records.indexOf(other),
                new Stored(other.offset(), other.timestampMillis(), other.key(), one.value()));
    }

    @Test
    void aManifestThatIsGoneIsToldWithTheNextOne() {
        manifests.remove(3);

        assertThat(broken(findings()))
                .containsExactly(manifests.get(3).getHour() + " MANIFEST_MISSING");
    }

    @Test
    void theFirstManifestCannotGoUnnoticedEither() {
        manifests.removeFirst();

        assertThat(broken(findings()))
                .containsExactly(manifests.getFirst().getHour() + " MANIFEST_MISSING");
    }

    @Test
    void anAlteredManifestBreaksItselfAndTheLinkToTheNextOne() {
        manifests.get(2).setHash("ab".repeat(32));

        assertThat(broken(findings()))
                .containsExactly(
                        manifests.get(2).getHour() + " SIGNATURE",
                        manifests.get(3).getHour() + " CHAIN");
    }

    @Test
    void whoeverHasTheKeyCannotReplaceOneHourOnly() {
        // given: an altered record, and a manifest that fits it
        Stored first = records.getFirst();
        records.set(0, first.flipped(0));
        HourSealed forged = forgedFirst();

        // when
        manifests.set(0, forged);

        // then
        assertThat(broken(findings())).containsExactly(manifests.get(1).getHour() + " CHAIN");
    }

    private HourSealed forgedFirst() {
        PartitionHours hours = new PartitionHours(PLACE, null);
        for (Stored stored : records) {
            String key = stored.key();
            Optional<SealableHour> ended =
                    hours.add(
                            stored.offset(),
                            stored.timestampMillis(),
                            key == null ? null : key.getBytes(UTF_8),
                            stored.bytes());
            if (ended.isPresent()) {
                return keys.seal(ended.get(), START);
            }
        }
        throw new AssertionError("no hour ended");
    }

    @Test
    void aSealedHourThatLostTheEndOfTheLogIsTold() {
        // given: the log ends in the middle of the last sealed hour
        records.removeIf(each -> each.offset() >= manifests.getLast().getLastOffset());

        // when, then
        ManifestFindings findings = findings();
        assertThat(broken(findings))
                .containsExactly(manifests.getLast().getHour() + " MISSING_RECORDS");
        assertThat(findings.unsealed()).isZero();
    }

    @Test
    void anHourThatRetentionDeletedIsNotAvailableAndNotBroken() {
        // given: one hour is gone, and a part of the next
        begin = manifests.get(1).getFirstOffset() + 1;
        records.removeIf(each -> each.offset() < begin);

        // when, then
        ManifestFindings findings = findings();
        assertThat(findings.brokenCount()).isZero();
        assertThat(findings.notAvailable()).isEqualTo(2);
        assertThat(findings.verified()).isEqualTo(HOURS - 2);
    }

    private static List<String> broken(ManifestFindings findings) {
        return findings.broken().stream().map(hour -> hour.hour() + " " + hour.problem()).toList();
    }

    private ManifestFindings findings() {
        ManifestCheck check = ManifestCheck.of(manifests::forEach, keys::verify);
        check.begin(Map.of(PLACE, begin));
        records.forEach(stored -> check.add(read(stored)));
        ManifestFindings findings = check.findings();
        assertThat(findings.broken()).extracting(BrokenHour::topic).allMatch("ads.clicks"::equals);
        return findings;
    }

    @SuppressWarnings("NullAway") // Kafka gives null for a record without key.
    private static ConsumerRecord<String, byte[]> read(Stored stored) {
        return new ConsumerRecord<>(
                PLACE.topic(),
                PLACE.partition(),
                stored.offset(),
                stored.timestampMillis(),
                TimestampType.CREATE_TIME,
                0,
                stored.value().length(),
                stored.key(),
                stored.bytes(),
                new RecordHeaders(),
                Optional.empty());
    }
}
