package io.interlude.ingest.click;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.ClickTokens;
import io.interlude.domain.identity.FetchId;
import io.interlude.ingest.harness.Fetches;
import io.interlude.ingest.harness.InMemoryJournal.Mood;
import io.interlude.ingest.harness.KnownKeys;
import io.interlude.ingest.harness.OneCreative;
import io.interlude.ingest.harness.RunningIngest;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.EventSource;
import io.interlude.schema.topic.Topics;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClickHandlerIT {
    private static final ClickTokens TOKENS = new ClickTokens(Fetches.SIGNING_KEYS);
    private static final FetchId FETCH = Fetches.aFetch();
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
        ingest.journal().become(Mood.WORKING);
        ingest.journal().forget();
    }

    @Test
    void recordsTheClickAndRedirects() {
        // when
        HttpResponse<String> response = ingest.get(path(FETCH, 0), "User-Agent", "Mozilla/5.0");

        // then
        assertThat(response.statusCode()).isEqualTo(302);
        assertThat(location(response)).isEqualTo("https://hotel.example/a?il=" + FETCH + "&x=1");
        assertThat(response.headers().allValues("Cache-Control")).containsExactly("no-store");
        assertThat(response.headers().allValues("Referrer-Policy")).containsExactly("no-referrer");
        ClickRecorded click = ingest.journal().of(Topics.CLICKS).getFirst();
        assertThat(click.getFetchId()).isEqualTo(FETCH.toString());
        assertThat(click.getOrgId()).isEqualTo("acme");
        assertThat(click.getCreativeId()).isEqualTo("hotel-card");
        assertThat(click.getCreativeVersion()).isEqualTo(4);
        assertThat(response.headers().firstValue("X-Interlude-Reason")).isEmpty();
        assertThat(click.getActionIndex()).isZero();
        assertThat(click.getInvalidTraffic()).isNull();
        assertThat(click.getSource()).isEqualTo(EventSource.redirect);
        assertThat(ingest.journal().appended().getFirst().partition()).isEqualTo(FETCH.partition());
    }

    @ParameterizedTest
    @CsvSource({
        "Purpose, prefetch, prefetch",
        "Sec-Purpose, prefetch;prerender, prefetch",
        "X-Moz, prefetch, prefetch",
        "User-Agent, Mozilla/5.0 (compatible; Googlebot/2.1), declared_bot"
    })
    void marksInvalidTraffic(String header, String value, String invalidTraffic) {
        assertThat(ingest.get(path(FETCH, 1), header, value).statusCode()).isEqualTo(302);
        assertThat(ingest.journal().of(Topics.CLICKS).getFirst().getInvalidTraffic())
                .isEqualTo(invalidTraffic);
    }

    @Test
    void marksClicksBeyondWhatAPersonCanMake() {
        FetchId fetch = Fetches.aFetch(KnownKeys.ORG, Fetches.AGE, 5);
        for (int i = 0; i < 62; i++) {
            assertThat(ingest.get(path(fetch, 1)).statusCode()).isEqualTo(302);
        }
        assertThat(ingest.journal().of(Topics.CLICKS))
                .extracting(ClickRecorded::getInvalidTraffic)
                .startsWith((String) null)
                .endsWith(null, "rate", "rate")
                .filteredOn("rate"::equals)
                .hasSize(2);
        assertThat(ingest.counted("interlude.ingest.invalid.traffic", "class", "rate"))
                .isEqualTo(2);
    }

    @Test
    void headRedirectsAndRecordsNothing() {
        HttpResponse<String> response = ingest.head(path(FETCH, 1));
        assertThat(response.statusCode()).isEqualTo(302);
        assertThat(location(response)).isEqualTo("https://hotel.example/b");
        assertThat(ingest.journal().appended()).isEmpty();
    }

    @Test
    void everyChangedTokenIs404() {
        String path = path(FETCH, 1);
        for (int at = "/c/".length(); at < path.length(); at++) {
            char other = path.charAt(at) == 'A' ? 'B' : 'A';
            HttpResponse<String> response =
                    ingest.get(path.substring(0, at) + other + path.substring(at + 1));
            assertThat(response.statusCode()).isEqualTo(404);
            assertThat(response.headers().firstValue("Location")).isEmpty();
        }
        assertThat(ingest.get(path + "=").statusCode()).isEqualTo(404);
        assertThat(ingest.get("/c/%00").statusCode()).isEqualTo(404);
        assertThat(ingest.journal().appended()).isEmpty();
    }

    @Test
    void unknownCreativeOrActionIs404() {
        String unknown = "/c/" + TOKENS.sign(FETCH, OneCreative.KEY.bits() + 1, 0);
        assertThat(ingest.get(unknown).statusCode()).isEqualTo(404);
        assertThat(ingest.get(path(FETCH, 2)).statusCode()).isEqualTo(404);
    }

    @Test
    void redirectsInTimeWhateverTheJournalDoesAndPromisesNothingThen() {
        ingest.get(path(FETCH, 0));
        for (Mood mood : new Mood[] {Mood.SILENT, Mood.REFUSING}) {
            ingest.journal().become(mood);
            long start = System.nanoTime();
            HttpResponse<String> response = ingest.get(path(FETCH, 0));
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            assertThat(response.statusCode()).isEqualTo(307);
            assertThat(location(response)).startsWith("https://hotel.example/a?");
            assertThat(response.headers().allValues("Cache-Control")).containsExactly("no-store");
            assertThat(response.headers().firstValue("X-Interlude-Reason"))
                    .contains("journal_unavailable");
            assertThat(took).isLessThan(Duration.ofSeconds(10));
        }
        assertThat(ingest.counted("interlude.ingest.clicks", "outcome", "late")).isEqualTo(1);
        assertThat(ingest.counted("interlude.ingest.clicks", "outcome", "lost")).isEqualTo(1);
    }

    @Test
    void sandboxLinksRedirectAndRecordNothing() {
        HttpResponse<String> response = ingest.get(path(Fetches.aSandboxFetch(), 0));
        assertThat(response.statusCode()).isEqualTo(302);
        assertThat(location(response)).isEqualTo("https://example.com/");
        assertThat(ingest.journal().appended()).isEmpty();
    }

    private static String path(FetchId fetchId, int actionIndex) {
        return "/c/" + TOKENS.sign(fetchId, OneCreative.KEY.bits(), actionIndex);
    }

    private static String location(HttpResponse<String> response) {
        return response.headers().firstValue("Location").orElseThrow();
    }
}
