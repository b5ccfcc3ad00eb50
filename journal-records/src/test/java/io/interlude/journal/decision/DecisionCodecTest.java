package io.interlude.journal.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.context.TextReading;
import io.interlude.domain.explain.ContextTrace;
import io.interlude.domain.explain.ConversationRead;
import io.interlude.domain.explain.FrequencyReading;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.explain.RecordedOutcome;
import io.interlude.domain.explain.StateRead;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.identity.AdUnitId;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.money.Money;
import io.interlude.domain.pacing.Achieved;
import io.interlude.domain.pacing.InstanceShare;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prediction.Prediction;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.EngagementEpoch;
import io.interlude.domain.rotation.RotationStamp;
import io.interlude.domain.selection.NoFillReason;
import io.interlude.domain.selection.SelectionRule;
import io.interlude.domain.selection.SelectionVerdict;
import io.interlude.domain.selection.ShadowWin;
import io.interlude.domain.selection.Valuation;
import io.interlude.domain.targeting.AttributeValue;
import io.interlude.schema.AchievedBefore;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.BillOn;
import io.interlude.schema.CandidateVerdict;
import io.interlude.schema.SpentBefore;
import io.interlude.schema.serde.TrustedClasses;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecisionCodecTest {
    private static final Instant NOW = Instant.parse("2026-06-10T12:00:00Z");
    private static final RotationStamp ROTATION = new RotationStamp(4, 1_000);

    @BeforeAll
    static void trustTheGeneratedClasses() {
        TrustedClasses.install();
    }

    private static RecordedDecision decision(long seed, RecordedOutcome outcome) {
        SplittableRandom random = new SplittableRandom(seed);
        List<SelectionVerdict> verdicts =
                IntStream.range(0, random.nextInt(20)).mapToObj(i -> verdict(random, i)).toList();
        return new RecordedDecision(
                new AdUnitId("u1"),
                "pause",
                random.nextBoolean() ? null : new ApplicationId("bot"),
                pick(AdFormat.values(), random),
                Map.of(
                        "country", new AttributeValue.Text("US"),
                        "age", new AttributeValue.Numeric(BigDecimal.valueOf(random.nextInt(99))),
                        "share", new AttributeValue.Numeric(new BigDecimal("0.250")),
                        "member", new AttributeValue.Flag(random.nextBoolean()),
                        "interests", new AttributeValue.Texts(List.of("a", "b"))),
                NOW,
                random.nextLong(1, 1_000),
                random.nextLong(),
                verdicts,
                state(random),
                outcome,
                IntStream.range(0, random.nextInt(3)).mapToObj(i -> shadow(random, i)).toList());
    }

    private static ShadowWin shadow(SplittableRandom random, int number) {
        return new ShadowWin(
                new CampaignId("c"),
                new LineItemId("s" + number),
                new Money(random.nextLong(9_999), "EUR"),
                random.nextBoolean() ? Double.NaN : random.nextDouble(),
                random.nextBoolean() ? null : valuation(random));
    }

    private static <T> T pick(T[] values, SplittableRandom random) {
        return values[random.nextInt(values.length)];
    }

    private static SelectionVerdict verdict(SplittableRandom random, int number) {
        return new SelectionVerdict(
                new LineItemId("l" + number),
                random.nextInt(9) == 0 ? null : pick(SelectionRule.values(), random),
                random.nextBoolean() ? Double.NaN : random.nextDouble(),
                random.nextBoolean() ? Double.NaN : random.nextDouble(),
                random.nextBoolean() ? null : spent(random),
                random.nextBoolean() ? null : valuation(random));
    }

    private static Valuation valuation(SplittableRandom random) {
        return new Valuation(
                random.nextBoolean()
                        ? null
                        : new Prediction(
                                Prediction.VERSION,
                                random.nextDouble(99),
                                random.nextDouble(9_999),
                                random.nextDouble(),
                                random.nextDouble(),
                                random.nextDouble(),
                                random.nextDouble()),
                random.nextDouble(),
                random.nextDouble(),
                random.nextBoolean() ? Double.NaN : random.nextDouble(),
                random.nextBoolean() ? Double.NaN : random.nextDouble());
    }

    private static Spent spent(SplittableRandom random) {
        Achieved achieved =
                new Achieved(random.nextLong(9), random.nextLong(9), random.nextLong(9));
        Spent spent =
                new Spent(
                        1,
                        random.nextLong(1 << 30),
                        3,
                        4,
                        random.nextInt(5) == 0 ? null : achieved,
                        InstanceShare.ALL);
        return random.nextBoolean()
                ? spent
                : spent.with(
                        new InstanceShare(
                                3, random.nextInt(InstanceShare.NO_TURN, 3), random.nextLong(9)));
    }

    private static Engagement engagement(SplittableRandom random) {
        return new Engagement(
                random.nextLong(99),
                random.nextLong(99),
                Engagement.NEVER,
                LongStream.range(0, random.nextInt(4))
                        .mapToObj(age -> new EngagementEpoch(9 - age, random.nextLong(99), age))
                        .toList());
    }

    private static StateRead state(SplittableRandom random) {
        return new StateRead(
                pick(FrequencyReading.values(), random),
                List.of(
                        new FrequencyCounter(
                                pick(CapScope.values(), random),
                                "x",
                                random.nextLong(9),
                                List.of(NOW.minusMillis(5), NOW))),
                Map.of(new CreativeId("c1"), engagement(random)),
                random.nextBoolean() ? Set.of() : Set.of(new LineItemId("l1")),
                defaultMinRelevance(random),
                category(random),
                random.nextBoolean()
                        ? null
                        : new ContextTrace(
                                new TextReading(pick(TextReading.Extent.values(), random), "de"),
                                random.nextBoolean() ? null : random.nextDouble(),
                                "static"),
                random.nextBoolean(),
                random.nextBoolean()
                        ? ConversationRead.NONE
                        : new ConversationRead(
                                random.nextBoolean() ? null : "talk",
                                random.nextBoolean() ? null : (Integer) random.nextInt(9),
                                random.nextBoolean(),
                                false,
                                pick(FrequencyReading.values(), random)),
                random.nextBoolean() ? List.of() : List.of(new LineItemId("l2")),
                random.nextInt(500));
    }

    private static @Nullable Double defaultMinRelevance(SplittableRandom random) {
        return random.nextBoolean() ? null : random.nextDouble(-1, 1);
    }

    private static @Nullable String category(SplittableRandom random) {
        return random.nextBoolean() ? null : "grief";
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void fetchGivesItsDecisionBack(long seed) throws Exception {
        RecordedDecision decision =
                decision(
                        seed,
                        new RecordedOutcome.Served(
                                new LineItemId("l1"), new CreativeId("c1"), ROTATION));

        AdFetched read = AdFetched.fromByteBuffer(fetched(decision).toByteBuffer());

        assertThat(DecisionCodec.read(read)).contains(decision);
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23, 24, 25, 26})
    void noFillGivesItsDecisionBack(long seed) throws Exception {
        RecordedDecision decision =
                decision(seed, new RecordedOutcome.NotServed(NoFillReason.FREQUENCY_CAPPED));
        AdNotFilled event = new AdNotFilled();
        event.setEventId("e");
        event.setEventType(io.interlude.schema.EventType.no_fill);
        event.setSource(io.interlude.schema.EventSource.fetch);
        event.setOccurredAt(NOW);
        event.setReceivedAt(NOW);
        event.setOrgId("o");
        event.setApplicationId(applicationId(decision));
        event.setReason("frequency_capped");
        DecisionCodec.write(decision, event);

        AdNotFilled read = AdNotFilled.fromByteBuffer(event.toByteBuffer());

        assertThat(DecisionCodec.read(read)).contains(decision);
    }

    /// When a goal of impressions counted fetches, whatever the price billed on.
    @Test
    void fetchesAreTheImpressionsOfADecisionOfBeforeTheyWereCounted() {
        AdFetched event =
                fetched(
                        decision(
                                1,
                                new RecordedOutcome.Served(
                                        new LineItemId("l1"), new CreativeId("c1"), ROTATION)));
        CandidateVerdict written = new CandidateVerdict();
        written.setLineItemId("l1");
        written.setRule("budget");
        written.setSpent(new SpentBefore(1L, 2L, 3L, 4L, null, new AchievedBefore(5L, 6L, null)));
        event.setCandidates(List.of(written));

        List<SelectionVerdict> read = DecisionCodec.read(event).orElseThrow().verdicts();

        assertThat(read)
                .extracting(SelectionVerdict::spent)
                .containsExactly(new Spent(1, 2, 3, 4, new Achieved(5, 6, 3), InstanceShare.ALL));
    }

    @Test
    void aConversationIsWithheldAsTheConsentSays() {
        AdFetched event =
                fetched(
                        decision(
                                1,
                                new RecordedOutcome.Served(
                                        new LineItemId("l1"), new CreativeId("c1"), ROTATION)));
        event.setConsentAsked(true);
        event.setConsentGiven(false);
        event.getState().setConversation(null);
        event.getState().setConversationFrequency(io.interlude.schema.FrequencyReading.unreadable);

        RecordedDecision read = DecisionCodec.read(event).orElseThrow();
        DecisionCodec.write(read, event);

        assertThat(read.state().conversation().withheld()).isTrue();
        assertThat(read.state().conversation().frequency()).isEqualTo(FrequencyReading.NOT_READ);
        assertThat(DecisionCodec.read(event)).contains(read);
    }

    @ParameterizedTest
    @CsvSource({"true, unreadable", "false, "})
    void aConversationIsNotWithheldWhereTheRecordDoesNotSaySo(
            boolean given, io.interlude.schema.@Nullable FrequencyReading reading) {
        AdFetched event =
                fetched(
                        decision(
                                1,
                                new RecordedOutcome.Served(
                                        new LineItemId("l1"), new CreativeId("c1"), ROTATION)));
        event.setConsentAsked(true);
        event.setConsentGiven(given);
        event.getState().setConversationFrequency(reading);

        assertThat(DecisionCodec.read(event).orElseThrow().state().conversation().withheld())
                .isFalse();
    }

    @Test
    void recordWithoutStateGivesNothing() {
        AdFetched event =
                fetched(
                        decision(
                                1,
                                new RecordedOutcome.Served(
                                        new LineItemId("l1"), new CreativeId("c1"), ROTATION)));
        event.setState(null);

        assertThat(DecisionCodec.read(event)).isEmpty();
    }

    /// The application is one of the fields that all events have, and no part of the decision's.
    private static @Nullable String applicationId(RecordedDecision decision) {
        ApplicationId id = decision.applicationId();
        return id == null ? null : id.value();
    }

    private static AdFetched fetched(RecordedDecision decision) {
        AdFetched event = new AdFetched();
        event.setBillOn(BillOn.fetch);
        event.setConversionGoals(List.of());
        event.setEventId("e");
        event.setEventType(io.interlude.schema.EventType.fetch);
        event.setSource(io.interlude.schema.EventSource.fetch);
        event.setOccurredAt(NOW);
        event.setReceivedAt(NOW);
        event.setOrgId("o");
        event.setApplicationId(applicationId(decision));
        event.setCampaignId("c");
        event.setLineItemId("l1");
        event.setCreativeId("c1");
        event.setCreativeVersion(1);
        event.setRotationEpoch(ROTATION.epoch());
        event.setRotationSequence(ROTATION.sequence());
        event.setPriceModel(io.interlude.schema.PriceModel.cpm);
        event.setCurrency("USD");
        event.setTimeZone("UTC");
        event.setFrequencyScopes(List.of());
        DecisionCodec.write(decision, event);
        return event;
    }
}
