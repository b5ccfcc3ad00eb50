package io.interlude.state.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.domain.identity.Subscriber;
import io.interlude.journal.json.Json;
import io.interlude.schema.Granularity;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.RollupCell;
import io.interlude.state.query.SubscriberState;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WireTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void countersComeBackAsTheyWere(long seed) {
        Random random = new Random(seed);
        List<SubscriberPlace> places = new ArrayList<>();
        List<CountersAnswer> answers = new ArrayList<>();
        for (int i = 0; i < random.nextInt(1, CountersCodec.BATCH_MAX + 1); i++) {
            places.add(
                    new SubscriberPlace(
                            random.nextInt(4_095),
                            new OrgId("org-" + random.nextInt()),
                            new Subscriber("sübscriber " + random.nextLong())));
            answers.add(random.nextInt(4) == 0 ? CountersAnswer.NOT_HERE : known(random));
        }

        assertThat(CountersCodec.question(CountersCodec.question(places))).isEqualTo(places);
        assertThat(CountersCodec.answers(CountersCodec.answers(answers))).isEqualTo(answers);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void brokenBytesAreRefusedAndNothingElse(long seed) {
        Random random = new Random(seed);
        byte[] whole = CountersCodec.answers(List.of(known(random), known(random)));
        for (int i = 0; i < 2_000; i++) {
            byte[] broken = Arrays.copyOf(whole, random.nextInt(whole.length + 1));
            for (int changes = random.nextInt(4); changes > 0 && broken.length > 0; changes--) {
                broken[random.nextInt(broken.length)] = (byte) random.nextInt();
            }
            try {
                CountersCodec.answers(broken);
            } catch (MalformedStateException e) {
                assertThat(e).isNotNull();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void cellsComeBackHoweverTheAnswerIsCut(long seed) {
        Random random = new Random(seed);
        CellsQuestion question = question(List.of(0, 1, 2));
        CellsAnswer<RollupCell> answer = new CellsAnswer<>(CellKind.ROLLUP);
        List<byte[]> frames = new ArrayList<>();
        List<RollupCell> sent = new ArrayList<>();
        frames.add(CellsAnswer.beginning(question));
        for (int partition = 0; partition < 3; partition++) {
            for (int i = 0; i < random.nextInt(500); i++) {
                RollupCell cell = cell(random);
                answer.add(cell);
                if (partition != 1) {
                    sent.add(cell);
                }
                if (answer.isFull()) {
                    frames.add(answer.drain(partition));
                }
            }
            frames.add(answer.drain(partition));
            frames.add(
                    partition == 1
                            ? CellsAnswer.missing(partition)
                            : CellsAnswer.complete(partition));
        }

        CellsReading<RollupCell> reading = new CellsReading<>(CellKind.ROLLUP);
        List<RollupCell> taken = new ArrayList<>();
        List<Integer> missing = new ArrayList<>();
        for (byte[] piece : cut(frames, random)) {
            for (CellsReading.Ended<RollupCell> ended : reading.take(piece)) {
                switch (ended) {
                    case CellsReading.Complete<RollupCell> complete ->
                            complete.cells().forEach(taken::add);
                    case CellsReading.Missing<RollupCell> away -> missing.add(away.partition());
                }
            }
        }

        assertThat(taken).isEqualTo(sent);
        assertThat(missing).containsExactly(1);
    }

    @Test
    void whoKnowsAnotherSchemaIsToldIt() {
        CellsQuestion known = question(List.of(7));
        CellsQuestion other =
                new CellsQuestion(
                        known.kind(),
                        known.orgId(),
                        known.granularity(),
                        known.from(),
                        known.to(),
                        known.partitions(),
                        true,
                        known.schemaFingerprint() + 1);

        assertThat(CellsQuestion.of(other.toBytes())).isEqualTo(other);
        assertThat(CellsAnswer.beginning(known)).hasSizeLessThan(10);
        byte[] told = CellsAnswer.beginning(other);
        assertThat(told).hasSizeGreaterThan(1_000);
        CellsReading<RollupCell> reading = new CellsReading<>(CellKind.ROLLUP);
        assertThat(reading.take(told)).isEmpty();
    }

    @Test
    void reportsOfInstancesComeBack() {
        URI here = URI.create("http://a:1");
        InstanceReport report =
                new InstanceReport(
                        here,
                        3,
                        "group",
                        12,
                        Map.of(
                                here,
                                Map.of(
                                        StoreGroup.COUNTERS,
                                        new HostedPartitions(Set.of(1, 2), Set.of(3)),
                                        StoreGroup.CELLS,
                                        HostedPartitions.NOTHING),
                                URI.create("http://b:1"),
                                Map.of(
                                        StoreGroup.COUNTERS,
                                        HostedPartitions.NOTHING,
                                        StoreGroup.CELLS,
                                        new HostedPartitions(Set.of(5), Set.of()))));

        byte[] json = Json.MAPPER.writeValueAsBytes(InstanceReportCodec.json(report));

        assertThat(InstanceReportCodec.parse(json)).isEqualTo(report);
        assertThatThrownBy(() -> InstanceReportCodec.parse("{}".getBytes(UTF_8)))
                .isInstanceOf(MalformedStateException.class);
    }

    @Test
    void everyListedSecretIsAdmittedAndTheFirstOneShown() {
        byte[] old = new byte[SigningKeys.SECRET_BYTES];
        byte[] next = old.clone();
        next[0] = 1;
        StateToken before = new StateToken(new SigningKeys(List.of(old)));
        StateToken after = new StateToken(new SigningKeys(List.of(next, old)));

        assertThat(after.admits(before.authorization())).isTrue();
        assertThat(before.admits(after.authorization())).isFalse();
        assertThat(after.admits(after.authorization())).isTrue();
        assertThat(after.admits(null)).isFalse();
        assertThat(after.admits("Bearer ")).isFalse();
    }

    private static CountersAnswer known(Random random) {
        List<FrequencyCounter> counters = new ArrayList<>();
        for (int i = 0; i < random.nextInt(6); i++) {
            List<Instant> times = new ArrayList<>();
            for (int k = 0; k < random.nextInt(5); k++) {
                times.add(NOON.plusMillis(random.nextInt(-1_000_000, 1_000_000)));
            }
            counters.add(
                    new FrequencyCounter(
                            List.of(CapScope.values()).get(random.nextInt(7)),
                            "id" + random.nextInt(),
                            random.nextLong(1L << 40),
                            times));
        }
        return new CountersAnswer.Known(
                new SubscriberState(
                        new SubscriberCounters(random.nextLong(-1, 1L << 40), counters),
                        random.nextLong(1L << 40)));
    }

    private static CellsQuestion question(List<Integer> partitions) {
        return CellsQuestion.of(
                CellKind.ROLLUP,
                new CellRange(new OrgId("acme"), Granularity.hour, NOON, NOON.plusSeconds(3_600)),
                partitions,
                false);
    }

    private static RollupCell cell(Random random) {
        RollupCell cell = new RollupCell();
        cell.setOrgId("acme");
        cell.setGranularity(Granularity.hour);
        cell.setStartsAt(NOON);
        cell.setApplicationId("");
        cell.setAdUnitCode("unit-" + random.nextInt(50));
        cell.setCampaignId("c");
        cell.setLineItemId("l");
        cell.setCreativeId("k");
        cell.setFormat(RenderFormat.native$);
        cell.setCurrency("USD");
        cell.setTimeZone("UTC");
        cell.setConversionGoal("");
        cell.setConversionName("");
        cell.setEventName("");
        cell.setFetches(random.nextLong(1L << 50));
        return cell;
    }

    private static List<byte[]> cut(List<byte[]> frames, Random random) {
        byte[] all = new byte[frames.stream().mapToInt(frame -> frame.length).sum()];
        int size = 0;
        for (byte[] frame : frames) {
            System.arraycopy(frame, 0, all, size, frame.length);
            size += frame.length;
        }
        List<byte[]> pieces = new ArrayList<>();
        int at = 0;
        while (at < all.length) {
            int end = Math.min(all.length, at + 1 + random.nextInt(3_000));
            pieces.add(Arrays.copyOfRange(all, at, end));
            at = end;
        }
        return pieces;
    }
}
