package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.browser.Accessibility;
import io.interlude.browser.Browser;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Somebody reads the documentation, in a real browser. Pictures are left in `target/screenshots`.
final class DocsPageJourney implements AutoCloseable {
    private static final Path PICTURES = Path.of("target", "screenshots");
    private static final int HEIGHT = 900;
    private static final int NARROW = 390;
    private static final int WIDE = 1_280;

    /// One of each kind: start, code, wide tables, pictures, many headings, Swagger UI.
    private static final List<String> KINDS =
            List.of("", "/start", "/reports", "/guides/ad-operations", "/guarantees", "/api");

    private final URI base;
    private final Browser browser;

    private DocsPageJourney(URI base) throws IOException {
        this.base = base;
        this.browser = new Browser();
    }

    /// The site is read, searched and turned dark; every operation is on the page of the interface.
    /// Nothing is asked of another host.
    static void read(URI base) throws IOException {
        try (DocsPageJourney reader = new DocsPageJourney(base)) {
            reader.looksAtEveryKindOfPage();
            reader.searches();
            reader.turnsItDark();
            reader.readsTheInterface();
            assertThat(reader.browser.complaints()).isEmpty();
            assertThat(reader.browser.sent())
                    .isNotEmpty()
                    .allMatch(sent ->
                            sent.url().startsWith(base.toString())
                                    || sent.url().startsWith("data:"));
        }
    }

    /// A page is opened once, narrow and dark: it follows the window and the colour scheme.
    private void looksAtEveryKindOfPage() throws IOException {
        for (String kind : KINDS) {
            browser.show(NARROW, HEIGHT, true);
            open(kind);
            for (int width : List.of(NARROW, WIDE)) {
                for (boolean dark : List.of(true, false)) {
                    looks(kind, width, dark);
                }
            }
        }
    }

    private void looks(String kind, int width, boolean dark) throws IOException {
        browser.show(width, HEIGHT, dark);
        browser.waitFor("document.getAnimations().length === 0");
        String name =
                "docs%s-%d-%s.png"
                        .formatted(kind.replace('/', '-'), width, dark ? "dark" : "light");
        browser.screenshot(PICTURES.resolve(name));
        assertThat(
                        browser.evaluate("document.documentElement.scrollWidth - window.innerWidth")
                                .asInt())
                .as("pixels of %s beyond the window", name)
                .isLessThanOrEqualTo(0);
        assertThat(
                        dark
                                ? Accessibility.faultsOfColours(browser)
                                : Accessibility.seriousFaults(browser))
                .as(name)
                .isEmpty();
    }

    private void open(String page) {
        browser.open(base.resolve("/docs" + page));
        if (page.equals("/api")) {
            browser.waitFor("document.querySelectorAll('.opblock').length > 0");
        }
    }

    private void searches() {
        browser.show(WIDE, HEIGHT, false);
        open("");
        browser.type("#query", "frequency cap");
        browser.waitForText("#found a", "Frequency caps");
        assertThat(Accessibility.seriousFaults(browser)).as("what was found").isEmpty();
        browser.press("Enter");
        browser.waitFor("location.pathname === '/docs/guarantees'");
        browser.waitForText("h1", "Guarantees");
    }

    private void turnsItDark() {
        // The page that the search led to may have no script yet.
        open("/guarantees");
        String ground = "getComputedStyle(document.body).backgroundColor";
        String light = browser.evaluate(ground).asString();
        browser.click("#theme");
        browser.waitFor("%s !== '%s'".formatted(ground, light));
        String dark = browser.evaluate(ground).asString();

        // when, then: the choice holds for other pages
        open("/reports");
        assertThat(browser.evaluate(ground).asString()).isEqualTo(dark);
        browser.click("#theme");
        browser.waitFor("%s === '%s'".formatted(ground, light));
    }

    private void readsTheInterface() throws IOException {
        open("/api");
        JsonNode operations = browser.evaluate("document.querySelectorAll('.opblock').length");
        assertThat(operations.asInt()).isEqualTo(described(base));
        browser.click("#operations-Management-listHistory button.opblock-summary-control");
        browser.waitForText("#operations-Management-listHistory", "newest first");
        browser.screenshot(PICTURES.resolve("docs-operation.png"));
        assertThat(Accessibility.seriousFaults(browser)).as("an operation").isEmpty();
    }

    private static int described(URI base) {
        return DescribedAnswers.of(base)
                .document()
                .path("paths")
                .valueStream()
                .mapToInt(JsonNode::size)
                .sum();
    }

    @Override
    public void close() {
        browser.close();
    }
}
