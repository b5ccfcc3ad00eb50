package io.interlude.ingest.feedback;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.FetchId;
import io.interlude.ingest.harness.Fetches;
import io.interlude.ingest.harness.InMemoryJournal.Mood;
import io.interlude.ingest.harness.KnownKeys;
import io.interlude.ingest.harness.RunningIngest;
import io.interlude.journal.json.Json;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FeedbackKind;
import io.interlude.schema.FeedbackRecorded;
import io.interlude.schema.topic.Topics;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FeedbackHandlerIT {
    private static RunningIngest ingest;
    private static int fetches;

    private final FetchId fetch = aFetch();

    @BeforeAll
    static void start() {
        ingest = new RunningIngest();
    }

    @AfterAll
    static void stop() {
        ingest.close();
    }

    @BeforeEach
    void forget() {
        ingest.journal().become(Mood.WORKING);
        ingest.journal().forget();
    }

    private static FetchId aFetch() {
        return Fetches.aFetch(KnownKeys.ORG, Fetches.AGE.plusSeconds(fetches++), 3);
    }

    private static HttpResponse<String> post(String key, String messageId, String kind) {
        return ingest.post(
                "/v1/feedback?key=" + key,
                "{\"messageId\":\"" + messageId + "\",\"kind\":\"" + kind + "\"}");
    }

    private static String eventId(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(201);
        return Json.MAPPER.readTree(answer.body()).get("eventId").stringValue();
    }

    @ParameterizedTest
    @CsvSource({"fetch, hide", "tag, not_relevant", "mgmt, offensive", "tag, repetitive"})
    void recordsWhatAReaderSaid(String key, String kind) {
        // when
        String eventId = eventId(post(key, fetch.toString(), kind));

        // then
        FeedbackRecorded said = ingest.journal().of(Topics.FEEDBACK).getFirst();
        assertThat(said.getEventId()).isEqualTo(eventId);
        assertThat(said.getEventType()).isEqualTo(EventType.feedback);
        assertThat(said.getKind()).isEqualTo(FeedbackKind.valueOf(kind));
        assertThat(said.getOccurredAt()).isEqualTo(Fetches.NOW);
        assertThat(said.getOrgId()).isEqualTo("acme");
        assertThat(said.getFetchId()).isEqualTo(fetch.toString());
        assertThat(said.getSource()).isEqualTo(EventSource.api);
        assertThat(said.getSubscriber()).isNull();
        assertThat(ingest.journal().appended().getFirst().partition()).isEqualTo(fetch.partition());
        assertThat(ingest.journal().appended().getFirst().key()).isEqualTo(fetch.toString());
    }

    @Test
    void aRepeatHasTheSameIdAndIsNotWrittenAgain() {
        String first = eventId(post("fetch", fetch.toString(), "hide"));

        assertThat(eventId(post("tag", fetch.toString(), "hide"))).isEqualTo(first);
        assertThat(eventId(post("fetch", fetch.toString(), "offensive"))).isNotEqualTo(first);
        assertThat(eventId(post("fetch", aFetch().toString(), "hide"))).isNotEqualTo(first);
        assertThat(ingest.journal().of(Topics.FEEDBACK)).hasSize(3);
    }

    @Test
    void fiftyRepeatsAtOnceAreOneRecord() throws Exception {
        try (ExecutorService callers = Executors.newFixedThreadPool(16)) {
            List<Future<String>> answers =
                    IntStream.range(0, 50)
                            .mapToObj(_ ->
                                    callers.submit(
                                            () -> eventId(post("fetch", fetch.toString(), "hide"))))
                            .toList();
            Set<String> ids = new java.util.HashSet<>();
            for (Future<String> answer : answers) {
                ids.add(answer.get());
            }
            assertThat(ids).hasSize(1);
        }
        assertThat(ingest.journal().of(Topics.FEEDBACK)).hasSize(1);
    }

    @Test
    void whatCouldNotBeRecordedIsTriedAgain() {
        ingest.journal().become(Mood.REFUSING);
        assertThat(post("fetch", fetch.toString(), "offensive").statusCode()).isEqualTo(503);

        ingest.journal().become(Mood.WORKING);
        assertThat(post("fetch", fetch.toString(), "offensive").statusCode()).isEqualTo(201);
        assertThat(ingest.journal().of(Topics.FEEDBACK)).hasSize(1);
    }

    @Test
    void feedbackOnASandboxAdIsAnsweredAndThrownAway() {
        assertThat(post("fetch", Fetches.aSandboxFetch().toString(), "hide").statusCode())
                .isEqualTo(201);
        assertThat(ingest.journal().appended()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"read", "nobody"})
    void otherKeysMayNotReport(String key) {
        assertThat(post(key, fetch.toString(), "hide").statusCode()).isIn(401, 403);
        assertThat(ingest.journal().appended()).isEmpty();
    }

    @Test
    void aMessageOfNobodyIsUnknown() {
        FetchId old = Fetches.aFetch(KnownKeys.ORG, Duration.ofDays(31), 3);
        FetchId foreign = Fetches.aFetch(KnownKeys.OTHER_ORG, Fetches.AGE, 3);
        for (String messageId :
                List.of(
                        "CANARY",
                        Fetches.aForgedFetch().toString(),
                        old.toString(),
                        foreign.toString())) {
            HttpResponse<String> answer = post("fetch", messageId, "hide");
            assertThat(answer.statusCode()).isEqualTo(422);
            assertThat(answer.body())
                    .contains("\"reason\":\"unknown_fetch\"", "\"field\":\"messageId\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"CANARY\"", "7", "null", "[\"hide\"]", "\"HIDE\""})
    void anotherKindIsRefusedAndKeptNowhere(String kind) {
        HttpResponse<String> answer =
                ingest.post(
                        "/v1/feedback?key=fetch",
                        "{\"messageId\":\""
                                + fetch
                                + "\",\"kind\":"
                                + kind
                                + ",\"text\":\"CANARY\",\"CANARY\":1}");

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body())
                .contains("\"reason\":\"invalid_event_data\"", "\"field\":\"kind\"")
                .doesNotContain("CANARY");
        assertThat(ingest.journal().appended()).isEmpty();
    }

    @Test
    void wordsBesideTheFeedbackAreWrittenNowhere() {
        HttpResponse<String> answer =
                ingest.post(
                        "/v1/feedback?key=tag",
                        "{\"messageId\":\""
                                + fetch
                                + "\",\"kind\":\"offensive\",\"text\":\"CANARY\",\"CANARY\":{}}");

        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(answer.body()).doesNotContain("CANARY");
        assertThat(ingest.journal().appended().toString()).doesNotContain("CANARY");
    }
}
