package io.interlude.ingest.click;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;

class InvalidTrafficTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
                "Mozilla/5.0 (compatible; bingbot/2.0)",
                "Slackbot-LinkExpanding 1.0",
                "TelegramBot (like TwitterBot)",
                "facebookexternalhit/1.1",
                "WhatsApp/2.23.20.0",
                "Baiduspider",
                "some-crawler/1"
            })
    void knowsDeclaredBots(String agent) {
        assertThat(InvalidTraffic.classify(headers("User-Agent", agent))).contains("declared_bot");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Mozilla/5.0 (Linux; Android 13; CUBOT NOTE 50) AppleWebKit/537.36",
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)",
                "curl/8.5.0",
                "Bottega/1.0",
                ""
            })
    void takesTheRestForPeople(String agent) {
        assertThat(InvalidTraffic.classify(headers("User-Agent", agent))).isEmpty();
    }

    @Test
    void knowsRequestsMadeAheadOfTime() {
        assertThat(InvalidTraffic.classify(headers("Sec-Purpose", "prefetch;prerender")))
                .contains("prefetch");
        assertThat(InvalidTraffic.classify(headers("X-Purpose", "preview"))).contains("prefetch");
        assertThat(InvalidTraffic.classify(headers("X-Moz", "Prefetch"))).contains("prefetch");
    }

    private static HttpHeaders headers(String name, String value) {
        HttpHeaders headers = new HttpHeaders();
        headers.set(name, value);
        return headers;
    }
}
