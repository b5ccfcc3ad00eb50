package io.interlude.fetch.repeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.append.KafkaJournal;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.kafka.TestKafka;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.BillOn;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.KeyedRequest;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.topic.Topics;
import io.interlude.web.limits.Owner;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Answers that other processes recorded, on a real broker.
class JournalAnswersIT {
    private static final int PARTITIONS = 2;
    private static final Owner ACME = Owner.org("acme");

    @RegisterExtension
    static final TestKafka KAFKA =
            new TestKafka().with(PARTITIONS, List.of(Topics.FETCHES, Topics.NO_FILLS));

    private final Instant at = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private final KafkaJournal journal = journal();

    private static KafkaJournal journal() {
        KafkaJournal journal =
                new KafkaJournal(
                        KAFKA.clients().journalProducer(),
                        KAFKA.clients().serializer(),
                        PARTITIONS,
                        InstantSource.system(),
                        new SimpleMeterRegistry());
        KAFKA.opened(journal);
        List.of(Topics.FETCHES, Topics.NO_FILLS).forEach(KAFKA.clients()::prepare);
        journal.warmUp(List.of(Topics.FETCHES, Topics.NO_FILLS));
        return journal;
    }

    private static @Nullable KeyedRequest request(@Nullable String key) {
        return key == null
                ? null
                : new KeyedRequest(RequestKey.PREFIX + key, "body", "{\"of\":\"" + key + "\"}");
    }

    private void appendAd(int partition, @Nullable String key) {
        AdFetched fetched = new AdFetched();
        fetched.setBillOn(BillOn.fetch);
        fetched.setConversionGoals(List.of());
        fetched.setEventId(UUID.randomUUID().toString());
        fetched.setEventType(EventType.fetch);
        fetched.setOccurredAt(at);
        fetched.setReceivedAt(at);
        fetched.setOrgId("acme");
        fetched.setFetchId("native-" + fetched.getEventId());
        fetched.setSource(EventSource.fetch);
        fetched.setAdUnitId("u");
        fetched.setAdUnitCode("u");
        fetched.setFormat(RenderFormat.native$);
        fetched.setAttributesJson("{}");
        fetched.setCampaignId("c");
        fetched.setLineItemId("li");
        fetched.setCreativeId("cr");
        fetched.setPriceModel(PriceModel.cpm);
        fetched.setCurrency("USD");
        fetched.setTimeZone("UTC");
        fetched.setCandidates(List.of());
        fetched.setFrequencyScopes(List.of());
        fetched.setKeyedRequest(request(key));
        journal.append(Topics.FETCHES, partition, "s", fetched)
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
    }

    private void appendNoFill(int partition, String key) {
        AdNotFilled notFilled = new AdNotFilled();
        notFilled.setEventId(UUID.randomUUID().toString());
        notFilled.setEventType(EventType.no_fill);
        notFilled.setOccurredAt(at);
        notFilled.setReceivedAt(at);
        notFilled.setOrgId("acme");
        notFilled.setFetchId("native-" + notFilled.getEventId());
        notFilled.setSource(EventSource.fetch);
        notFilled.setAdUnitId("u");
        notFilled.setAdUnitCode("u");
        notFilled.setFormat(RenderFormat.native$);
        notFilled.setAttributesJson("{}");
        notFilled.setCandidates(List.of());
        notFilled.setReason("no_demand");
        notFilled.setKeyedRequest(request(key));
        journal.append(Topics.NO_FILLS, partition, "s", notFilled)
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
    }

    private static List<KeptAnswer> read(JournalAnswers answers) {
        List<KeptAnswer> read = new ArrayList<>();
        answers.read(read::add).orTimeout(60, TimeUnit.SECONDS).join();
        return read;
    }

    private KeptAnswer kept(String key, boolean filled) {
        return new KeptAnswer(
                ACME,
                RequestKey.PREFIX + key,
                "body",
                filled,
                List.of("{\"of\":\"" + key + "\"}"),
                at);
    }

    private static JournalAnswers answers(boolean alone, InstantSource clock) {
        return new JournalAnswers(KAFKA.clients(), KAFKA.clients().deserializer(), alone, clock);
    }

    @Test
    void readsWhatOtherProcessesAnswered() {
        InstantSource clock = InstantSource.system();
        try (JournalAnswers alone = answers(true, clock);
                JournalAnswers beside = answers(false, clock);
                JournalAnswers tomorrow =
                        answers(true, () -> at.plus(Repeats.KEPT).plusSeconds(3_600))) {
            appendAd(0, "a");
            appendAd(1, null);
            appendNoFill(1, "b");

            KeptAnswer[] both = {kept("a", true), kept("b", false)};
            assertThat(read(alone)).containsExactlyInAnyOrder(both);
            assertThat(read(beside)).containsExactlyInAnyOrder(both);
            assertThat(read(tomorrow)).isEmpty();

            appendAd(1, "c");
            // From then on its own answers are the only ones.
            assertThat(read(alone)).isEmpty();
            assertThat(read(beside)).containsExactly(kept("c", true));
            assertThat(read(beside)).isEmpty();
        }
    }

    @Test
    void looksAnAnswerUpAgain() {
        try (JournalAnswers answers = answers(true, InstantSource.system())) {
            appendAd(0, "e");
            appendNoFill(1, "f");
            read(answers);

            assertThat(answers.find(ACME, RequestKey.PREFIX + "e", at, 1))
                    .succeedsWithin(Duration.ofSeconds(60))
                    .isEqualTo(kept("e", true));
            assertThat(answers.find(ACME, RequestKey.PREFIX + "f", at, 1))
                    .succeedsWithin(Duration.ofSeconds(60))
                    .isEqualTo(kept("f", false));
            assertThat(answers.find(ACME, RequestKey.PREFIX + "never", at, 1))
                    .failsWithin(Duration.ofSeconds(60))
                    .withThrowableThat()
                    .withCauseInstanceOf(StateUnavailableException.class);
        }
    }

    @Test
    void whoLooksManyUpDelaysNoOther() {
        try (JournalAnswers answers = answers(true, InstantSource.system())) {
            // given
            appendAd(0, "g");
            List<CompletableFuture<KeptAnswer>> ofBusy =
                    Stream.generate(() ->
                                    answers.find(
                                            Owner.org("busy"), RequestKey.PREFIX + "never", at, 1))
                            .limit(200)
                            .toList();

            // when
            CompletableFuture<KeptAnswer> other =
                    answers.find(ACME, RequestKey.PREFIX + "g", at, 1);

            // then
            assertThat(other).succeedsWithin(Duration.ofSeconds(60)).isEqualTo(kept("g", true));
            assertThat(ofBusy).anyMatch(lookUp -> !lookUp.isDone());
        }
    }
}
