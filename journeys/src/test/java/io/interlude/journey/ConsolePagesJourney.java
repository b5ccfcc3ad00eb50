package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.browser.Accessibility;
import io.interlude.browser.Browser;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// A person who looks at numbers in the console of the product, in a real browser. Pictures are
/// left in `target/screenshots`.
final class ConsolePagesJourney implements AutoCloseable {
    private static final Path PICTURES = Path.of("target", "screenshots");
    private static final int HEIGHT = 900;
    private static final int WIDE = 1_440;
    private static final List<Window> WINDOWS =
            List.of(
                    new Window(WIDE, false),
                    new Window(WIDE, true),
                    new Window(768, false),
                    new Window(360, false),
                    new Window(360, true));
    private static final Duration SOON = Duration.ofSeconds(2);
    private static final int ROUNDS = 10;
    private static final int FETCHES = 30;
    private static final int PAGE = 50;

    private static final String QUERY =
            "granularity=total&groupBy=lineItem,creative&metrics=requests,fillRate,fetches,uniqueClicks,ctr,conversions,spend";

    private final Browser browser;
    private final Bookings booked;

    private ConsolePagesJourney(ProductProcess product, Bookings booked) throws IOException {
        this.browser = new Browser();
        this.booked = booked;
        browser.show(WIDE, HEIGHT, false);
        browser.openAfresh(product.url().resolve("/console"));
        browser.waitFor("!document.getElementById('sign-in').hidden");
        browser.type("#key", booked.management().key());
        browser.click("#sign-in-button");
        browser.waitForText("#status", "Live");
    }

    /// From the live page by a report and the journal to one fetch's story and an audit.
    static void lookAtNumbers(ProductProcess product) throws IOException, InterruptedException {
        Bookings booked =
                Bookings.make(product, "pages").lineItem("alpha", "").lineItem("beta", "");
        try (ConsolePagesJourney person = new ConsolePagesJourney(product, booked)) {
            person.seesAFetchLive();
            person.causeTraffic();
            person.buildsAReport();
            person.pagesTheJournal();
            person.readsAStory();
            person.opensAudits();
            assertThat(person.browser.complaints())
                    .noneMatch(complaint -> complaint.contains("exceptionDetails"))
                    .noneMatch(complaint -> complaint.contains("Content Security Policy"));
            assertThat(person.browser.sent())
                    .noneMatch(request -> request.url().contains(booked.management().key()));
        }
    }

    /// A number is on the page within 2 s of the fetch's answer. Other work on the machine may
    /// delay one, so the quickest of some counts.
    private void seesAFetchLive() throws IOException, InterruptedException {
        Duration quickest = Duration.ofDays(1);
        for (int round = 1; round <= ROUNDS && quickest.compareTo(SOON) > 0; round++) {
            assertThat(booked.publisher().fetch("{\"adUnit\": \"pause\"}").statusCode())
                    .isEqualTo(200);
            long startNanos = System.nanoTime();
            String fetched = String.valueOf(round);
            browser.waitUntil(
                    "fetch " + round + " is live",
                    () -> browser.text("[data-tile=requests] .value").equals(fetched));
            Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
            quickest = took.compareTo(quickest) < 0 ? took : quickest;
        }
        assertThat(quickest).isLessThanOrEqualTo(SOON);
        browser.waitFor("document.querySelectorAll('[data-line-item]').length > 0");
        browser.waitForText("[data-ad-unit=pause]", "A pause");
        looksWell("live");
    }

    private void causeTraffic() throws IOException, InterruptedException {
        for (int i = 0; i < FETCHES; i++) {
            String answer =
                    booked.publisher()
                            .fetch("{\"adUnit\": \"pause\", \"subscriber\": \"s%d\"}".formatted(i))
                            .body();
            JsonNode ad = Api.JSON.readTree(answer);
            booked.publisher().event("read", ad.path("messageId").asString());
            if (i % 3 == 0) {
                booked.publisher().event("click", ad.path("messageId").asString());
            }
        }
        Report.await(
                booked.management(),
                "metrics=reads,uniqueClicks",
                rows ->
                        rows.size() == 1
                                && rows.getFirst().path("reads").asInt() == FETCHES
                                && rows.getFirst().path("uniqueClicks").asInt() == FETCHES / 3);
    }

    private void buildsAReport() throws IOException, InterruptedException {
        // when: built by hand
        browser.click("#pages a[href='#reports']");
        browser.waitFor("!document.getElementById('reports').hidden");
        choose("#report-granularity", "total");
        browser.click("#report-group-by input[value=creative]");
        browser.waitFor("location.hash.includes('groupBy=lineItem%2Ccreative')");
        browser.waitForText("#report-table", "alpha-creative");
        browser.waitFor("document.getElementById('report-canvas').clientHeight > 50");

        // then: the table is what the API answers
        JsonNode answer = report();
        List<List<String>> expected = new ArrayList<>();
        for (JsonNode row : answer.path("rows")) {
            expected.add(
                    List.of(
                            row.path("lineItem").asString(),
                            row.path("creative").asString(),
                            row.path("fetches").asString(),
                            row.path("uniqueClicks").asString(),
                            row.path("spend").asString()));
        }
        assertThat(expected).hasSize(2);
        assertThat(tableOfReport()).containsExactlyElementsOf(expected);
        assertThat(browser.evaluate("location.href").asString())
                .doesNotContain(booked.management().key());
        assertThat(downloadedCsv()).isEqualTo(csv());
        looksWell("reports");
        browser.waitForText("#report-table", "alpha");
        browser.click("#report-table a");
        browser.waitForText("#line-item-numbers", "-creative");
        looksWell("line-item");
    }

    private JsonNode report() throws IOException, InterruptedException {
        return booked.management().expect(200, "GET", "/v1/reports?" + QUERY, "");
    }

    private List<List<String>> tableOfReport() {
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode row :
                browser.evaluate(
                        """
                        [...document.querySelectorAll("#report-table tbody tr")].map(row => [
                            row.querySelector("[data-value]").dataset.value,
                            row.querySelectorAll("[data-value]")[1].dataset.value,
                            row.querySelector("[data-column=fetches]").textContent,
                            row.querySelector("[data-column=uniqueClicks]").textContent,
                            row.querySelector("[data-column=spend]").title])\
                        """)) {
            List<String> cells = new ArrayList<>();
            row.forEach(cell -> cells.add(cell.asString()));
            rows.add(cells);
        }
        return rows;
    }

    /// What the page hands over as a file.
    private String downloadedCsv() {
        browser.evaluate(
                """
                (() => { const made = URL.createObjectURL;
                         URL.createObjectURL = blob => { blob.text().then(text => { window.file = text; });
                                                         return made.call(URL, blob); }; })()\
                """);
        browser.click("#report-csv");
        browser.waitFor("typeof window.file === 'string'");
        return browser.evaluate("window.file").asString();
    }

    private String csv() throws IOException, InterruptedException {
        Api api = booked.management();
        return api.http()
                .send(
                        HttpRequest.newBuilder(
                                        api.base().resolve("/v1/reports?totals=true&" + QUERY))
                                .header("Authorization", "Bearer " + api.key())
                                .header("Accept", "text/csv")
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private void pagesTheJournal() throws IOException, InterruptedException {
        // when
        browser.click("#pages a[href='#journal']");
        browser.waitFor("document.querySelectorAll('#journal-table tbody tr').length === " + PAGE);
        List<String> shown = eventsShown();
        looksWell("journal");
        browser.click("#journal-next");
        browser.waitForText("#journal-page", "Page 2");
        browser.waitFor(
                "document.querySelector('#journal-table tbody tr').dataset.event !== '%s'"
                        .formatted(shown.getFirst()));
        shown.addAll(eventsShown());

        // then
        Map<String, Instant> eventToJournaled = new HashMap<>();
        String from = Instant.EPOCH.plusSeconds(browserSeconds() - 3_600).toString();
        booked.management()
                .expect(
                        200,
                        "GET",
                        "/v1/journal?limit=1000&from="
                                + URLEncoder.encode(from, StandardCharsets.UTF_8),
                        "")
                .path("items")
                .forEach(item ->
                        eventToJournaled.put(
                                item.path("eventId").asString(),
                                Instant.parse(item.path("journaledAt").asString())));
        assertThat(shown).containsExactlyInAnyOrderElementsOf(eventToJournaled.keySet());
        assertThat(shown.stream().map(eventToJournaled::get))
                .isSortedAccordingTo(Comparator.reverseOrder());

        // when, then: one type only
        browser.evaluate("document.querySelector('#journal-types').parentElement.open = true");
        browser.click("#journal-types input[value=click]");
        browser.waitForText("#journal-state", FETCHES / 3 + " events");
        assertThat(browser.evaluate("location.hash").asString()).contains("eventType=click");
    }

    private long browserSeconds() {
        return browser.evaluate("Math.floor(Date.now() / 1000)").asLong();
    }

    private List<String> eventsShown() {
        List<String> ids = new ArrayList<>();
        browser.evaluate(
                        "[...document.querySelectorAll('#journal-table tbody tr')].map(row => row.dataset.event)")
                .forEach(id -> ids.add(id.asString()));
        return ids;
    }

    private void readsAStory() throws IOException {
        browser.click("#journal-table tbody tr a");
        browser.waitForText("#life [data-event-type=fetch]", "0.002 USD billed (cpm)");
        browser.waitForText("#life [data-event-type=read]", "counted");
        browser.waitForText("#life [data-event-type=click]", "counted");
        browser.waitFor("!document.getElementById('decision').innerText.startsWith('Reading')");
        looksWell("story");
    }

    private void opensAudits() throws IOException {
        browser.click("#pages a[href='#audits']");
        browser.waitFor(
                "document.getElementById('audit-none').innerText + document.getElementById('audit-error').innerText !== ''");
        looksWell("audits");
    }

    private void choose(String selector, String value) {
        browser.evaluate(
                """
                (() => { const list = document.querySelector("%s"); list.value = "%s";
                         list.dispatchEvent(new Event("change")); })()\
                """
                        .formatted(selector, value));
    }

    /// In widths and colour schemes that people have: a picture, nothing beyond the window's edge,
    /// and no serious fault for people with disabilities.
    private void looksWell(String name) throws IOException {
        for (Window window : WINDOWS) {
            browser.show(window.width(), HEIGHT, window.dark());
            browser.screenshot(
                    PICTURES.resolve(
                            "console-%s-%d-%s.png"
                                    .formatted(
                                            name,
                                            window.width(),
                                            window.dark() ? "dark" : "light")));
            assertThat(
                            browser.evaluate(
                                            "document.documentElement.scrollWidth - window.innerWidth")
                                    .asInt())
                    .as("pixels of %s beyond %s", name, window)
                    .isLessThanOrEqualTo(0);
        }
        assertThat(Accessibility.seriousFaults(browser)).as("%s, dark", name).isEmpty();
        browser.show(WIDE, HEIGHT, false);
        assertThat(Accessibility.seriousFaults(browser)).as("%s, light", name).isEmpty();
    }

    /// A window's width in pixels, and the colour scheme that its owner prefers.
    private record Window(int width, boolean dark) {}

    @Override
    public void close() {
        browser.close();
    }
}
