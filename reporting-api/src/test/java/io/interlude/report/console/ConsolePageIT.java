package io.interlude.report.console;

import static io.interlude.report.fixture.Cells.aCell;
import static io.interlude.report.fixture.Cells.aNoFill;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.browser.Browser;
import io.interlude.console.signon.OidcSettings;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.waiting.Eventually;
import io.interlude.report.boot.ReportServer;
import io.interlude.report.fixture.Cells;
import io.interlude.report.fixture.InMemoryVersions;
import io.interlude.schema.RollupCell;
import io.interlude.web.session.Sessions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The live page in a real browser, over fakes. Pictures of it are left in `target/screenshots`.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsolePageIT {
    private static final Instant NOW = Instant.parse("2026-03-01T10:30:20Z");
    private static final String MINUTE = "2026-03-01T10:30:00Z";
    private static final Path PICTURES = Path.of("target", "screenshots");

    private ReportServer server = start();
    private Browser browser;

    ConsolePageIT() throws IOException {
        browser = new Browser();
    }

    private static ReportServer start() {
        return new ReportServer(
                InstantSource.fixed(NOW), Duration.ofMillis(100), new StubManagement(false));
    }

    @BeforeAll
    void showAWideWindow() {
        browser.show(1280, 900, false);
    }

    @AfterEach
    void startAfresh() {
        server.close();
        server = start();
    }

    @AfterAll
    void stop() {
        browser.close();
        server.close();
    }

    @Test
    void showsLiveNumbersAndFollowsThem() {
        // given
        server.rollups().add(aFetch(4).setUniqueClicks(1).setClicks(1).build());
        server.rollups().add(aNoFill(NOW.toString()).setNoFills(1).build());

        // when
        signIn("il_mgmt_1");

        // then
        browser.waitForText("#status", "Live");
        browser.waitForText("[data-tile=requests] .value", "5");
        browser.waitForText("[data-tile=fillRate] .value", "80.0%");
        browser.waitForText("[data-tile=ctr] .value", "25.0%");
        browser.waitForText("[data-tile=spend] .value", "0.016 USD");
        browser.waitForText("[data-line-item=li-1]", "Readers");
        browser.waitForText("[data-line-item=li-1]", "Spring sale");
        browser.waitForText("[data-ad-unit=home]", "Home screen");
        browser.waitForText("[data-tile=requests] .more", "5 in the last hour");

        server.rollups().add(aFetch(10).build());
        browser.waitForText("[data-tile=requests] .value", "15");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void countsByAVersionOfAttributionThatIsChosen() {
        // given
        server.rollups().add(aFetch(4).setConversionCount(3).build());
        server.versions().differBy(aCell(MINUTE).setConversionCount(-2).build());
        signIn("il_mgmt_1");
        browser.waitForText("[data-tile=conversions] .value", "3");
        browser.waitFor("!document.getElementById('live-versions').hidden");

        // when
        browser.evaluate(
                "document.getElementById('live-attribution').value = '"
                        + InMemoryVersions.ID
                        + "'; document.getElementById('live-attribution')"
                        + ".dispatchEvent(new Event('change'))");

        // then
        browser.waitForText("[data-tile=conversions] .value", "1");
        browser.waitForText("[data-tile=conversions] .more", "1 in the last hour");
        browser.waitForText("#status", "Live");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void drawsTheRateOfFetches() {
        // given
        server.close();
        server =
                new ReportServer(
                        InstantSource.system(), Duration.ofMillis(100), new StubManagement(false));
        signIn("il_read_1");
        browser.waitForText("#status", "Live");

        // when
        String now = InstantSource.system().instant().toString();
        server.rollups().add(aCell(now).setFetches(5).build());

        // then
        browser.waitForText("[data-tile=requests] .value", "5");
        browser.waitFor("document.querySelector('.spark').points.numberOfItems > 5");
    }

    @Test
    void opensTheCreativesOfALineItem() {
        server.rollups().add(aFetch(4).build());
        server.rollups().add(aFetch(2).setCreativeId("cr-2").build());
        signIn("il_read_1");
        browser.waitForText("[data-line-item=li-1]", "6");

        browser.click("[data-line-item=li-1] button");

        browser.waitForText("[data-creative=cr-1]", "4");
        browser.waitForText("[data-creative=cr-2]", "2");
        assertThat(browser.evaluate("document.querySelector('.opener').ariaExpanded").asString())
                .isEqualTo("true");
    }

    @Test
    void keepsTheKeyOutOfAddressAndStorage() {
        signIn("il_mgmt_1");
        browser.waitForText("#status", "Live");

        assertThat(
                        browser.evaluate(
                                        "location.href + document.cookie + JSON.stringify(localStorage)"
                                                + " + JSON.stringify(sessionStorage)"
                                                + " + document.documentElement.outerHTML"
                                                + " + document.getElementById('key').value"
                                                + " + performance.getEntriesByType('resource').map(e => e.name)")
                                .asString())
                .doesNotContain("il_mgmt_1");
    }

    @ParameterizedTest
    @CsvSource({"il_wrong, No such key", "il_fetch_1, may not read reports"})
    void saysWhyAKeyIsRefused(String key, String message) {
        browser.openAfresh(server.uri("/console"));
        browser.waitFor("!document.getElementById('sign-in').hidden");
        browser.type("#key", key);
        browser.click("#sign-in-button");

        browser.waitForText("#key-error", message);
        assertThat(browser.evaluate("document.activeElement.id").asString()).isEqualTo("key");
    }

    @Test
    void tellsHowToGetTrafficWhenThereIsNone() {
        signIn("il_read_1");

        browser.waitForText("#empty", "No traffic yet.");
        browser.waitForText("#empty", "start here");
    }

    @Test
    void showsThatTheCountersAreAwayAndRecovers() {
        server.rollups().add(aFetch(4).build());
        signIn("il_read_1");
        browser.waitForText("#status", "Live");

        server.rollups().beUnavailable();
        browser.waitForText("#lost", "cannot be read");
        browser.waitForText("#window-text", "Stale: these numbers are");

        server.rollups().beAvailable();
        browser.waitForText("#status", "Live");
        browser.waitFor("document.getElementById('lost').hidden");
    }

    @Test
    void reconnectsWhenTheStreamEnds() {
        signIn("il_read_1");
        browser.waitForText("#status", "Live");

        server.hub().close();

        browser.waitForText("#lost", "The connection is lost");
        browser.waitForText("#status", "Reconnecting");
    }

    @Test
    void asksForAnotherKeyWhenItIsRevoked() {
        signIn("il_read_1");
        browser.waitForText("#status", "Live");

        server.keys().revoke("il_read_1");

        browser.waitForText("#key-error", "no longer works");
    }

    @Test
    void staysSignedInOverAReloadAndNoLongerOnceSignedOut() {
        browser.forget();
        signIn("il_mgmt_1");
        browser.waitForText("#who", "mgmt_1");

        browser.open(server.uri("/console"));
        browser.waitFor("!document.getElementById('overview').hidden");
        browser.waitForText("#who", "mgmt_1");

        browser.click("#sign-out");
        browser.waitFor("!document.getElementById('sign-in').hidden");
        browser.open(server.uri("/console"));
        browser.waitFor("!document.getElementById('sign-in').hidden");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void signsInByALinkOnce() throws Exception {
        Sessions sessions = server.keys().sessions();
        String link =
                "/console#link="
                        + sessions.link(new OrgId(Cells.ORG), Sessions.holderOf("il_mgmt_1"));

        browser.openAfresh(server.uri(link));
        browser.waitForText("#who", "mgmt_1");
        assertThat(browser.evaluate("location.hash").asString()).isEmpty();

        browser.openAfresh(server.uri("/console"));
        browser.waitFor("!document.getElementById('sign-in').hidden");
        browser.open(server.uri(link));
        browser.waitForText("#key-error", "used already");
    }

    @Test
    void offersSingleSignOnAndSaysWhyItLedNowhere() {
        browser.openAfresh(server.uri("/console"));
        browser.waitFor("!document.getElementById('sign-in').hidden");
        assertThat(browser.evaluate("document.getElementById('sign-on').hidden").asBoolean())
                .isTrue();

        server.close();
        server =
                new ReportServer(
                        InstantSource.fixed(NOW),
                        Duration.ofMillis(100),
                        new OidcSettings(URI.create("http://127.0.0.1:1"), "console", null));
        browser.open(server.uri("/console"));
        browser.waitForText("#sign-on", "Sign in with your company's account");
        // The page before may have asked the server that is gone for its icon.
        browser.forget();
        browser.click("#sign-on-link");
        browser.waitForText("#key-error", "Single sign-on cannot be reached at the moment.");

        browser.open(
                server.uri(
                        "/console#orgs=%5B%7B%22id%22:%22o%261%22,%22name%22:%22%3Cb%3E%22%7D%5D"));
        browser.waitForText("#sign-on-orgs", "You are a user of several orgs. Choose one:");
        assertThat(browser.text("#sign-on-orgs a")).isEqualTo("<b>");
        assertThat(browser.evaluate("document.querySelector('#sign-on-orgs a').search").asString())
                .isEqualTo("?org=o%261");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void signsOut() {
        signIn("il_read_1");
        browser.waitForText("#status", "Live");

        browser.click("#sign-out");

        browser.waitForText("#sign-in", "Sign in");
        Eventually.holds("the stream is closed", () -> server.watchers() == 0);
    }

    @ParameterizedTest
    @CsvSource({"360, false", "360, true", "1280, false", "1280, true"})
    void fitsTheWindow(int width, boolean dark) throws IOException {
        // given
        String suffix = width + (dark ? "-dark.png" : "-light.png");
        browser.show(width, 800, dark);
        browser.open(server.uri("/console"));
        browser.screenshot(PICTURES.resolve("sign-in-" + suffix));
        signIn("il_read_1");
        browser.waitForText("#empty", "No traffic yet.");
        browser.screenshot(PICTURES.resolve("empty-" + suffix));

        // when
        addAnHourOfTraffic();
        signIn("il_read_1");
        browser.waitForText("[data-tile=requests] .more", "last hour");
        browser.click("[data-line-item=li-2] button");
        browser.waitForText("#creatives-li-2", "cr-3");

        // then
        browser.screenshot(PICTURES.resolve("live-" + suffix));
        assertThat(
                        browser.evaluate("document.documentElement.scrollWidth - window.innerWidth")
                                .asInt())
                .as("pixels that do not fit the width")
                .isLessThanOrEqualTo(0);
    }

    private void signIn(String key) {
        browser.openAfresh(server.uri("/console"));
        // The page before may have asked the server that is gone for more.
        browser.forget();
        browser.waitFor("!document.getElementById('sign-in').hidden");
        browser.type("#key", key);
        browser.click("#sign-in-button");
        browser.waitFor("!document.getElementById('overview').hidden");
        browser.evaluate("location.hash = '#live'");
        browser.waitFor("!document.getElementById('live').hidden");
    }

    private static RollupCell.Builder aFetch(int count) {
        return aCell(NOW.toString()).setFetches(count).setSpendMicros(count * 4_000L);
    }

    private void addAnHourOfTraffic() {
        SplittableRandom random = new SplittableRandom(7);
        for (int minute = 0; minute < 60; minute++) {
            String at = NOW.minus(Duration.ofMinutes(minute)).toString();
            for (int creative = 1; creative <= 3; creative++) {
                int fetches = 20 + random.nextInt(60);
                server.rollups()
                        .add(
                                aCell(at)
                                        .setLineItemId("li-" + (1 + creative % 2))
                                        .setCreativeId("cr-" + creative)
                                        .setAdUnitCode(
                                                creative == 2 ? "checkout-after-answer" : "home")
                                        .setFetches(fetches)
                                        .setClicks(fetches / 9)
                                        .setUniqueClicks(fetches / 10)
                                        .setConversionCount(random.nextInt(3))
                                        .setSpendMicros(fetches * 4_000L)
                                        .setEngagements(fetches / 8)
                                        .build());
            }
            server.rollups().add(aNoFill(at).setNoFills(random.nextInt(40)).build());
        }
    }
}
