package io.interlude.report.console;

import static io.interlude.report.fixture.Cells.aCell;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.browser.Accessibility;
import io.interlude.browser.Browser;
import io.interlude.report.boot.ReportServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The pages of the console in a real browser, over answers that are given.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsolePagesIT {
    private final StubRoutes stub = new StubRoutes();
    private final ReportServer server =
            new ReportServer(InstantSource.system(), Duration.ofMillis(100), stub);
    private final Browser browser;

    ConsolePagesIT() throws IOException {
        browser = new Browser();
    }

    @BeforeAll
    void signIn() {
        String now = InstantSource.system().instant().toString();
        server.rollups().add(aCell(now).setFetches(4).setSpendMicros(16_000).build());
        server.rollups()
                .add(aCell(now).setLineItemId("li-2").setFetches(9).setUniqueClicks(3).build());
        server.versions().differBy();
        browser.show(1_280, 900, false);
        browser.openAfresh(server.uri("/console"));
        browser.waitFor("!document.getElementById('sign-in').hidden");
        browser.type("#key", "il_mgmt_1");
        browser.click("#sign-in-button");
        browser.waitFor("!document.getElementById('overview').hidden");
        browser.evaluate("location.hash = '#live'");
        browser.waitFor("!document.getElementById('live').hidden");
    }

    @AfterAll
    void stop() {
        browser.close();
        server.close();
    }

    private void go(String address) {
        browser.evaluate("location.hash = '" + address + "'");
    }

    @ParameterizedTest
    @CsvSource({"390", "1280"})
    void beginsWithTodayBesideYesterday(int width) throws IOException {
        browser.show(width, 900, false);
        go("#overview");

        browser.waitForText("#overview .glance [data-tile=spend] .value", "0.016 USD");
        browser.waitForText("#overview .glance [data-tile=fetches]", "13");
        browser.waitForText("#overview .glance [data-tile=fetches]", "none yesterday");
        browser.waitForText("#overview", "What needs attention");
        browser.waitFor("document.querySelector('#overview canvas').ariaLabel?.length > 10");
        browser.screenshot(Path.of("target", "pictures", "overview-" + width + ".png"));
        assertThat(
                        browser.evaluate("document.documentElement.scrollWidth - window.innerWidth")
                                .asInt())
                .as("pixels that do not fit the width")
                .isLessThanOrEqualTo(0);
        browser.show(1_280, 900, false);
    }

    @Test
    void aFirstPageWithAnEmptyCacheTakesAtMost200Kilobytes() {
        browser.forgetFiles();
        browser.open(server.uri("/console?empty-cache"));
        browser.waitFor("document.querySelector('#overview canvas')?.ariaLabel?.length > 10");

        assertThat(
                        browser.evaluate(
                                        """
                                        ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
                                            .reduce((sum, {transferSize}) => sum + transferSize, 0)\
                                        """)
                                .asInt())
                .isBetween(50_000, 200_000);
    }

    @Test
    void savesAReportAndOpensItAgain() {
        go("#reports?range=1h&granularity=total&groupBy=lineItem&metrics=fetches&compare=previous");
        browser.waitForText("#report-table tfoot", "13");
        browser.waitForText("#report-table tbody", "was 0");

        browser.click("#report-save");
        browser.click("dialog input");
        browser.type("Deliveries");
        browser.click("dialog button[type=submit]");
        browser.waitForText("#report-saved-state", "Saved.");
        go("#reports?range=24h&granularity=total&metrics=clicks");
        browser.waitForText("#report-table", "Clicks");
        browser.evaluate(
                "document.querySelector('#report-saved').value = 'one';"
                        + "document.querySelector('#report-saved').dispatchEvent(new Event('change'))");

        browser.waitForText("#report-table tbody", "was 0");
        assertThat(browser.evaluate("location.hash").asString()).contains("compare=previous");
    }

    @Test
    void showsAVersionOfAttributionBesideWhatIsBooked() {
        go(
                "#reports?range=1h&granularity=total&groupBy=lineItem&metrics=fetches,conversions&attribution=week");

        browser.waitForText("#report-table thead", "Conversions, booked");
        browser.waitForText("#report-state", "beside the booked numbers");
        browser.waitForText("#report-attribution", "A week");
        assertThat(
                        browser.evaluate("document.querySelector('#report-compare').disabled")
                                .asBoolean())
                .isTrue();
        assertThat(
                        browser.evaluate(
                                        "document.querySelectorAll('#report-table thead [data-column]').length")
                                .asInt())
                .as("line item, fetches, conversions, and these as booked")
                .isEqualTo(4);
    }

    @Test
    void listsCorrections() {
        go("#corrections");

        browser.waitForText("[data-correction=c-1]", "clicks of a bot");
        browser.waitForText("[data-correction=c-1]", "12");
    }

    @Test
    void tellsHowLineItemsDeliver() {
        go("#delivery");

        browser.waitForText("#delivery [data-line-item='li-1']", "Behind");
        browser.waitForText("#delivery [data-line-item='li-1']", "41,200 of 45,000 planned by now");
        browser.waitForText("#delivery [data-line-item='li-1']", "Frequency cap 61.0%");
        browser.waitForText("#delivery [data-line-item='li-2']", "7 impressions");
    }

    @Test
    void buildsAReportAndKeepsItInTheAddress() {
        // given
        go("#reports?range=1h&granularity=total&groupBy=lineItem&metrics=fetches,spend");
        browser.waitForText("#report-table", "0.016 USD");

        // when: sorted, another metric, a filter
        browser.click("#report-table [data-column=fetches] button");
        browser.waitFor(
                "document.querySelector('#report-table tbody tr').innerText.includes('li-2')");
        browser.evaluate("document.querySelector('#report-metrics').parentElement.open = true");
        browser.click("#report-metrics input[value=ctr]");
        browser.waitForText("#report-table", "33.3%");
        browser.click("#report-add-filter");
        browser.type("li-2");
        browser.evaluate(
                "document.querySelector('#report-filters input').dispatchEvent(new Event('change'))");

        // then
        browser.waitFor("document.querySelectorAll('#report-table tbody tr').length === 1");
        assertThat(browser.evaluate("location.hash").asString())
                .contains("metrics=fetches%2Cctr%2Cspend", "sort=-fetches", "lineItem=li-2")
                .doesNotContain("il_mgmt");
        assertThat(
                        browser.evaluate("document.querySelector('[data-column=fetches]').ariaSort")
                                .asString())
                .isEqualTo("descending");
    }

    @Test
    void saysWhatIsWrongAtItsField() {
        go("#reports?range=30d&granularity=minute&groupBy=lineItem");

        browser.waitForText("[data-field~=from] .field-error", "at most 7 days");
        assertThat(
                        browser.evaluate("document.getElementById('report-range-list').ariaInvalid")
                                .asString())
                .isEqualTo("true");

        go("#reports?range=24h&granularity=total&metrics=none");
        browser.waitForText("[data-field=metrics] .field-error", "Choose one metric");
    }

    @Test
    void showsRotationAndNoFillsOfALineItem() {
        go("#line-item?id=li-1&range=1h");

        browser.waitForText("#line-item-numbers", "0.016 USD");
        browser.waitForText("#rotation [data-creative=cr-1]", "7.4% (6.2% to 8.7%)");
        browser.waitForText("#rotation [data-creative=cr-2]", "28.0%");
        browser.waitForText("#no-fill [data-step=matched]", "1,500 (75.0%)");
        browser.waitForText("#no-fill", "Frequency capped");
        assertThat(Accessibility.seriousFaults(browser)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"360, true", "1280, false", "1280, true"})
    void drawsTheWaysThroughAFlow(int width, boolean dark) throws IOException {
        browser.show(width, 900, dark);
        go("#flow-paths?creative=flow-1&range=7d&version=" + (dark ? "2" : "newest"));

        browser.waitForText("#flow-paths", "1,000 walks: 64.0% completed, 20.0% timeout");
        browser.waitForText("#flow-paths table", "hello → size → small → shop");
        browser.waitForText("#flow-paths", "320 walks took 12 other paths.");
        browser.waitForText(".path-tree", "50.0% · 6.3 s");
        assertThat(
                        browser.evaluate(
                                        "document.querySelector('[aria-pressed=true]').textContent")
                                .asString())
                .isEqualTo("Version 2 (1,000)");
        assertThat(
                        browser.evaluate("document.documentElement.scrollWidth - window.innerWidth")
                                .asInt())
                .as("pixels that do not fit the width")
                .isLessThanOrEqualTo(0);
        assertThat(Accessibility.seriousFaults(browser)).isEmpty();
        browser.screenshot(
                Path.of("target", "pictures", "flow-paths-" + width + "-" + dark + ".png"));
        browser.show(1_280, 900, false);
    }

    @Test
    void tellsAFetchsStory() {
        go("#fetch?id=" + StubRoutes.FETCH);

        browser.waitForText("#life [data-event-type=fetch]", "0.004 USD billed");
        browser.waitForText("#life [data-event-type=click]", "+1 min 5 s");
        browser.waitForText("#life [data-event-type=click]", "repeat");
        browser.waitForText("#decision", "creativeId");
        browser.waitForText("#decision [data-candidate=li-2]", "wanted 0.35, found 0.1");
        assertThat(browser.evaluate("document.getElementById('decision').textContent").asString())
                .contains("Unknown part");
        assertThat(Accessibility.seriousFaults(browser)).isEmpty();
    }

    @Test
    void saysThatAFetchIsNotThere() {
        go("#fetch?id=native-never");

        browser.waitForText("#story-error", "no fetch of this id");
    }

    @Test
    void followsAnAuditToItsDifferences() {
        go("#audits");
        browser.waitForText("#audit-none", "No audit yet.");

        browser.click("#audit-start");

        browser.waitForText("#audit-facts", "25 %");
        stub.endAudit();
        browser.waitForText("#audit-verdict", "Failed");
        browser.waitForText("#audit-differences", "Unique clicks");
        browser.waitForText("#audit-differences", "<b>li-1</b>");
        browser.waitForText("#audit-differences", "kept");
        browser.waitForText(
                "#audit-manifests",
                "not as it was sealed in 1 hour; 12 hours verified, 1 hour not sealed yet.");
        browser.waitForText("#audit-broken", "Added records");
        browser.waitForText("#audit-broken", "ads.clicks");
        assertThat(browser.evaluate("location.hash").asString()).isEqualTo("#audits?id=audit-1");
        assertThat(Accessibility.seriousFaults(browser)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin, 2026-03-29T01:59, 2026-03-29T00:59:00.000Z",
        "Europe/Berlin, 2026-03-29T03:00, 2026-03-29T01:00:00.000Z",
        "Europe/Berlin, 2026-10-25T12:00, 2026-10-25T11:00:00.000Z",
        "Asia/Kathmandu, 2026-01-01T00:00, 2025-12-31T18:15:00.000Z",
        "America/New_York, 2026-11-01T12:00, 2026-11-01T17:00:00.000Z",
    })
    void readsTimesInTheZoneOfTheOrg(String zone, String wall, String instant) {
        assertThat(
                        browser.evaluate(
                                        "import('/console/range.js').then(range => range.fromWall('%s', '%s').toISOString())"
                                                .formatted(wall, zone))
                                .asString())
                .isEqualTo(instant);
        assertThat(
                        browser.evaluate(
                                        "import('/console/range.js').then(range => range.toWall('%s', '%s'))"
                                                .formatted(instant, zone))
                                .asString())
                .isEqualTo(wall);
    }

    @ParameterizedTest
    @CsvSource({
        "today, 2026-03-28T23:00:00.000Z, 2026-03-29T22:00:00.000Z",
        "yesterday, 2026-03-27T23:00:00.000Z, 2026-03-28T23:00:00.000Z",
        "7d, 2026-03-22T23:00:00.000Z, 2026-03-29T22:00:00.000Z",
        "month, 2026-02-28T23:00:00.000Z, 2026-03-31T22:00:00.000Z",
        "last-month, 2026-01-31T23:00:00.000Z, 2026-02-28T23:00:00.000Z",
    })
    void presetsBeginAtMidnightOfTheOrgOnADayOfChangingClocks(
            String preset, String from, String to) {
        assertThat(
                        browser.evaluate(
                                        """
                                        import('/console/range.js').then(range => Object.values(range.presetRange(
                                            '%s', 'Europe/Berlin', Date.parse('2026-03-29T10:00:00Z'))).join(' '))\
                                        """
                                                .formatted(preset))
                                .asString())
                .isEqualTo(from + " " + to);
    }
}
