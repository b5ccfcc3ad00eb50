package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.browser.Browser;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;

/// A person on the page of flows in the console, in a real browser. Pictures are left in
/// `target/screenshots`.
final class ConsoleFlowJourney implements AutoCloseable {
    private static final Path PICTURES = Path.of("target", "screenshots");
    private static final int HEIGHT = 900;
    private static final int WIDE = 1_280;

    private final Browser browser;
    private final URI console;
    private final String managementKey;

    private ConsoleFlowJourney(Browser browser, URI console, String managementKey) {
        this.browser = browser;
        this.console = console;
        this.managementKey = managementKey;
    }

    /// A flow with a wrong target is mended, played both ways, and saved.
    static void mendPlayAndSave(ProductProcess product) throws IOException, InterruptedException {
        // given
        Bookings booked = Bookings.make(product, "console").lineItem("f", "");
        booked.management().expect(201, "POST", "/v1/manage/creatives", RejectedJourney.FLOW);

        try (ConsoleFlowJourney page = ConsoleFlowJourney.open(product, booked)) {
            Browser browser = page.browser;

            // when, then: violations are shown in place, in the text and in the graph
            page.load("flow");
            page.edit("\"next\": \"size\"", "\"next\": \"sizes\"");
            browser.waitForText("#flow-violations", "nodes[0].next");
            browser.waitForText("#flow-marks mark", "\"sizes\"");
            browser.waitFor("document.querySelector('[data-node=hello].wrong') !== null");
            assertThat(
                            browser.evaluate("document.getElementById('flow-save').disabled")
                                    .asBoolean())
                    .isTrue();
            assertThat(page.pictures("flow-violations")).isLessThanOrEqualTo(0);

            // when, then: once mended it is played, by taps and by text message
            page.edit("\"next\": \"sizes\"", "\"next\": \"size\"");
            page.edit("Which size?", "Which size, please?");
            browser.waitForText("#play-talk", "Which size, please?");
            browser.click("#play-controls button");
            browser.waitForText("#play-events", "flow_complete terminalNodeId shop, turns 2");
            assertThat(page.pictures("flow-played")).isLessThanOrEqualTo(0);
            page.choose("#play-surface", "sms");
            browser.waitForText("#play-talk", "1 Small");
            page.say("1.");
            browser.waitForText("#play-events", "choice_tap nodeId size, choiceId small");

            // when, then: it is saved, and somebody else's change is not lost
            browser.click("#flow-save");
            browser.waitForText("#flow-message", "Saved.");
            JsonNode saved =
                    booked.management().expect(200, "GET", "/v1/manage/creatives/flow", "");
            assertThat(saved.at("/flow/nodes/1/prompt").asString())
                    .isEqualTo("Which size, please?");
            assertThat(browser.complaints()).isEmpty();
        }
    }

    /// Signs in and goes to the page.
    private static ConsoleFlowJourney open(ProductProcess product, Bookings booked)
            throws IOException {
        Browser browser = new Browser();
        browser.show(WIDE, HEIGHT, false);
        ConsoleFlowJourney journey =
                new ConsoleFlowJourney(
                        browser, product.url().resolve("/console"), booked.management().key());
        journey.signIn();
        return journey;
    }

    private void signIn() {
        browser.openAfresh(console);
        browser.waitFor("!document.getElementById('sign-in').hidden");
        browser.type("#key", managementKey);
        browser.click("#sign-in-button");
        browser.waitFor("!document.getElementById('overview').hidden");
        browser.click("#pages a[href='#flows']");
        browser.waitForText("#flow-verdict", "This flow breaks no rule.");
    }

    /// Opens a creative's flow once it is in the list.
    private void load(String creativeId) {
        browser.waitFor(
                "document.querySelector('#flow-open option[value=" + creativeId + "]') !== null");
        choose("#flow-open", creativeId);
        browser.waitFor("!document.getElementById('flow-save').hidden");
        browser.waitForText("#flow-verdict", "This flow breaks no rule.");
    }

    private void choose(String selector, String value) {
        browser.evaluate(
                """
                (() => { const list = document.querySelector("%s"); list.value = "%s";
                         list.dispatchEvent(new Event("change")); })()\
                """
                        .formatted(selector, value));
    }

    /// Replaces some text of the flow, as typing would.
    private void edit(String before, String after) {
        browser.evaluate(
                """
                (() => { const text = document.getElementById("flow-text");
                         text.value = text.value.replace('%s', '%s');
                         text.dispatchEvent(new Event("input")); })()\
                """
                        .formatted(before, after));
    }

    /// Answers in words.
    private void say(String words) {
        browser.type("#play-controls input", words);
        browser.click("#play-controls form button");
    }

    /// Pictures of the page as it is now, in every width and colour scheme that it must fit.
    ///
    /// @return the largest number of pixels that did not fit
    private int pictures(String name) throws IOException {
        int over = 0;
        for (int width : new int[] {360, WIDE}) {
            for (boolean dark : new boolean[] {false, true}) {
                browser.show(width, HEIGHT, dark);
                browser.screenshot(
                        PICTURES.resolve(name + "-" + width + (dark ? "-dark.png" : "-light.png")));
                over =
                        Math.max(
                                over,
                                browser.evaluate(
                                                "document.documentElement.scrollWidth - window.innerWidth")
                                        .asInt());
            }
        }
        browser.show(WIDE, HEIGHT, false);
        return over;
    }

    @Override
    public void close() {
        browser.close();
    }
}
