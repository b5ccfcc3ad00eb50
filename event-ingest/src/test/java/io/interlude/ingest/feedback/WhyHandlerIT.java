package io.interlude.ingest.feedback;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.explain.AdReasons;
import io.interlude.domain.explain.AdReasons.ChosenBy;
import io.interlude.domain.explain.AdReasons.Used;
import io.interlude.domain.identity.ClickTokens;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.matching.FeedbackKind;
import io.interlude.ingest.harness.Fetches;
import io.interlude.ingest.harness.KnownKeys;
import io.interlude.ingest.harness.OneCreative;
import io.interlude.ingest.harness.RunningIngest;
import io.interlude.journal.json.Json;
import io.interlude.schema.FeedbackRecorded;
import io.interlude.schema.topic.Topics;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WhyHandlerIT {
    private static final FetchId FETCH = Fetches.aFetch();
    private static final ClickTokens TOKENS = ClickTokens.ofReasons(Fetches.SIGNING_KEYS);
    private static final AdReasons REASONS =
            new AdReasons(ChosenBy.CONVERSATION, Set.of(Used.AD_UNIT, Used.CONVERSATION));
    private static final String PATH =
            "/w/" + TOKENS.sign(FETCH, OneCreative.KEY.bits(), REASONS.bits());
    private static RunningIngest ingest;

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
        ingest.journal().forget();
    }

    @Test
    void tellsWhyAsJsonAlsoOfAnArchivedCampaign() {
        HttpResponse<String> answer = ingest.get(PATH, "Accept", "application/json");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(Json.MAPPER.readTree(answer.body()))
                .isEqualTo(
                        Json.MAPPER.readTree(
                                """
                                {"advertiser": "Hotel by the Lake", "paidBy": "Hotel Holding",
                                 "chosenBy": "conversation", "used": ["adUnit", "conversation"],
                                 "notKept": ["conversation", "subscriberId", "address"]}
                                """));
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/html,application/xhtml+xml;q=0.9", "*/*"})
    void tellsWhyAsAPageThatLoadsNothing(String accept) {
        HttpResponse<String> answer = ingest.get(PATH, "Accept", accept);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/html"));
        assertThat(answer.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy).startsWith("default-src 'none'"));
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(answer.body())
                .contains("It fits the subject", "value=\"hide\"", "lang=\"en\"")
                .doesNotContain("{said}", "{used}", "{chosen}", "{advertiser}", "<script", "http");
    }

    @Test
    void aChangedTokenAndThatOfAClickExplainNothing() {
        String click = new ClickTokens(Fetches.SIGNING_KEYS).sign(FETCH, OneCreative.KEY.bits(), 0);
        char last = PATH.charAt(20) == 'A' ? 'B' : 'A';
        String changed = PATH.substring(0, 20) + last + PATH.substring(21);

        assertThat(ingest.get("/w/" + click).statusCode()).isEqualTo(404);
        assertThat(ingest.get(changed).statusCode()).isEqualTo(404);
        assertThat(ingest.get("/c/" + PATH.substring(3)).statusCode()).isEqualTo(404);
        assertThat(ingest.post(changed, "{\"kind\":\"hide\"}").statusCode()).isEqualTo(404);
        assertThat(ingest.journal().appended()).isEmpty();
    }

    @Test
    void whatAReaderSaysThereIsFeedback() {
        HttpResponse<String> byLink = ingest.post(PATH, "{\"kind\":\"offensive\"}");
        HttpResponse<String> byKey =
                ingest.post(
                        "/v1/feedback?key=tag",
                        "{\"messageId\":\"" + FETCH + "\",\"kind\":\"offensive\"}");

        assertThat(byLink.statusCode()).isEqualTo(201);
        assertThat(byKey.body()).isEqualTo(byLink.body());
        FeedbackRecorded said = ingest.journal().of(Topics.FEEDBACK).getFirst();
        assertThat(said.getFetchId()).isEqualTo(FETCH.toString());
        assertThat(said.getOrgId()).isEqualTo("acme");
        assertThat(said.getKeyId()).isNull();
    }

    @Test
    void theFormOfThePageIsAnsweredWithAPage() {
        HttpResponse<String> answer = ingest.postForm(PATH, "kind=not_relevant");

        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(answer.body())
                .contains("role=\"status\"", "You said that the ad is not relevant");
        assertThat(ingest.journal().of(Topics.FEEDBACK)).hasSize(1);
        HttpResponse<String> wrong = ingest.postForm(PATH, "kind=CANARY");
        assertThat(wrong.statusCode()).isEqualTo(422);
        assertThat(wrong.body()).contains("invalid_event_data").doesNotContain("CANARY");
        assertThat(ingest.journal().of(Topics.FEEDBACK)).hasSize(1);
    }

    @Test
    void nothingIsSaidOfAnAdOfLongAgo() {
        FetchId old = Fetches.aFetch(KnownKeys.ORG, Duration.ofDays(400), 3);
        String path = "/w/" + TOKENS.sign(old, OneCreative.KEY.bits(), REASONS.bits());

        assertThat(ingest.post(path, "{\"kind\":\"hide\"}").statusCode()).isEqualTo(404);
        assertThat(ingest.get(path).statusCode()).isEqualTo(200);
        assertThat(ingest.journal().appended()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"no/type/at/all", ""})
    void anUnreadableOrEndlessAcceptHeaderAsksForThePage(String accept) {
        String endless = "application/json;a=" + "b".repeat(4_000);

        HttpResponse<String> answer =
                ingest.get(PATH, "Accept", accept.isEmpty() ? endless : accept);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("It fits the subject");
    }

    @ParameterizedTest
    @EnumSource(ChosenBy.class)
    void reasonsAreReadAsTheyWereWritten(ChosenBy chosenBy) {
        AdReasons reasons = new AdReasons(chosenBy, Set.of(Used.ATTRIBUTES, Used.SUBSCRIBER));

        assertThat(AdReasons.ofBits(reasons.bits())).isEqualTo(reasons);
    }

    @Test
    void namesAreTextOnThePage() {
        String page =
                WhyPage.of(
                        new WhyAdvertiser("<b>Acme", "{used} & Sons"), REASONS, FeedbackKind.HIDE);

        assertThat(page).contains("&lt;b&gt;Acme", "{used} &amp; Sons").doesNotContain("<b>");
        // A name that turns the direction of writing may not turn that of the words after it.
        assertThat(page).contains("strong { unicode-bidi: isolate; }");
    }
}
