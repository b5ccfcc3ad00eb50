package io.interlude.embed;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.browser.Browser;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// What the script tells the ad server of a page's consent management platform, in a real browser.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsentIT {
    private static final String PLATFORMS =
            """
            const tcf = data => window.__tcfapi = (command, version, done) =>
              command === 'addEventListener' && version === 2 && done(data, data !== null);
            const gpp = pingData => window.__gpp = (command, done) =>
              command === 'addEventListener' && done({pingData}, true);
            """;

    private final FakeAdServer server = new FakeAdServer();
    private final Browser browser;

    ConsentIT() throws IOException {
        browser = new Browser();
    }

    @BeforeEach
    void book() {
        server.forget();
        browser.forget();
        server.book(
                "card",
                "{'title': 'Shoes', 'disclosure': 'Sponsored', 'actions': [{'text': 'See', 'navigate': {'url': 'http://127.0.0.1:9/c/t'}}]}");
    }

    @AfterAll
    void stop() {
        browser.close();
        server.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "tcf({eventStatus: 'tcloaded', gdprApplies: true, tcString: 'CP'}) | {'tcf':'CP'}",
                "tcf({eventStatus: 'useractioncomplete', tcString: 'CP'}) | {'tcf':'CP'}",
                "tcf({eventStatus: 'tcloaded', gdprApplies: false}) |",
                "tcf({eventStatus: 'cmpuishown', gdprApplies: true}) | {'subscriber':false}",
                "tcf(null) | {'subscriber':false}",
                "window.__tcfapi = () => { throw new Error('x') } | {'subscriber':false}",
                "gpp({signalStatus: 'ready', applicableSections: [7], gppString: 'DB'})"
                        + " | {'gpp':'DB'}",
                "gpp({signalStatus: 'ready', applicableSections: [-1], gppString: 'DB'}) |",
                "gpp({signalStatus: 'not ready'}) | {'subscriber':false}",
                "tcf({eventStatus: 'tcloaded', tcString: 'CP'});"
                        + " gpp({signalStatus: 'ready', gppString: 'DB'})"
                        + " | {'tcf':'CP','gpp':'DB'}",
                "window.another = 1 |",
            })
    void passesOnWhatThePlatformSays(String platform, @Nullable String told) {
        assertThat(consent(platform, "data-subscriber=reader")).isEqualTo(told);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "tcf({eventStatus: 'tcloaded', tcString: 'CP'}) | {'tcf':'CP'}",
                "tcf({eventStatus: 'cmpuishown'}) |",
            })
    void waitsForNobodyWhereThereIsNoSubscriber(String platform, @Nullable String told) {
        assertThat(consent(platform, "")).isEqualTo(told);
    }

    @ParameterizedTest
    @CsvSource("tcf({eventStatus: 'cmpuishown'})")
    void waitsWhereThereIsAConversationAlone(String platform) {
        assertThat(consent(platform, "data-conversation=talk")).isEqualTo("{'subscriber':false}");
    }

    @ParameterizedTest
    @CsvSource("tcf({eventStatus: 'cmpuishown'})")
    void whatThePageSaysItselfCounts(String platform) {
        String own = "data-subscriber=reader data-consent='{\"subscriber\":true}'";

        assertThat(consent(platform, own)).isEqualTo("{'subscriber':true}");
    }

    /// The consent of the fetch, with single quotes; null without any.
    private @Nullable String consent(String platform, String attributes) {
        server.script("/platform.js", PLATFORMS + platform);
        browser.open(
                server.page(
                        "/",
                        "<script src=/platform.js></script>"
                                + "<div data-interlude data-ad-unit=card "
                                + attributes
                                + "></div><embed data-key=il_tag_1></script>"));
        browser.waitFor("Boolean(document.querySelector('[data-interlude=filled]'))");

        JsonNode fetched = server.fetches().getFirst().body();
        assertThat(browser.complaints()).isEmpty();
        return fetched.has("consent")
                ? fetched.path("consent").toString().replace('"', '\'')
                : null;
    }
}
