package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.browser.Accessibility;
import io.interlude.browser.Browser;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;

/// A developer reads the description as a page, in a real browser.
final class DocsPageJourney {
    private static final Path PICTURES = Path.of("target", "screenshots");

    private DocsPageJourney() {}

    /// Every operation is on the page, one opens, and nothing is asked of another host.
    static void read(URI base) throws IOException {
        try (Browser browser = new Browser()) {
            // when
            browser.show(1_280, 900, false);
            browser.open(base.resolve("/docs"));

            // then
            browser.waitFor("document.querySelectorAll('.opblock').length > 0");
            JsonNode operations = browser.evaluate("document.querySelectorAll('.opblock').length");
            assertThat(operations.asInt()).isEqualTo(described(base));
            browser.screenshot(PICTURES.resolve("docs.png"));
            browser.click("#operations-Management-listHistory button.opblock-summary-control");
            browser.waitForText("#operations-Management-listHistory", "newest first");
            browser.screenshot(PICTURES.resolve("docs-operation.png"));
            assertThat(browser.complaints()).isEmpty();
            assertThat(browser.sent())
                    .isNotEmpty()
                    .allMatch(sent ->
                            sent.url().startsWith(base.toString())
                                    || sent.url().startsWith("data:"));
            assertThat(Accessibility.seriousFaults(browser)).isEmpty();
        }
    }

    private static int described(URI base) {
        return DescribedAnswers.of(base)
                .document()
                .path("paths")
                .valueStream()
                .mapToInt(JsonNode::size)
                .sum();
    }
}
