package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.browser.Browser;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/// A person on the page of flows in the console, in a real browser. Pictures are left in
/// `target/screenshots`.
final class ConsoleFlowJourney implements AutoCloseable {
    private static final Path PICTURES = Path.of("target", "screenshots");
    private static final int HEIGHT = 900;
    private static final int WIDE = 1_280;
    private static final String FINE = "Nothing needs fixing.";

    private final Browser browser;
    private final URI console;
    private final String managementKey;

    private ConsoleFlowJourney(Browser browser, URI console, String managementKey) {
        this.browser = browser;
        this.console = console;
        this.managementKey = managementKey;
    }

    /// A flow with a wrong target is mended, played both ways, saved and put back.
    static void mendPlayAndSave(ProductProcess product) throws IOException, InterruptedException {
        // given
        Bookings booked = Bookings.make(product, "console").lineItem("f", "");
        booked.management().expect(201, "POST", "/v1/manage/creatives", RejectedJourney.FLOW);

        try (ConsoleFlowJourney page = ConsoleFlowJourney.open(product, booked)) {
            page.mend();
            page.play();
            page.save(booked.management());
            page.putBack(booked.management());
            assertThat(page.browser.complaints()).isEmpty();
        }
    }

    /// Violations are shown in the text, in the graph and at the field.
    private void mend() throws IOException {
        browser.clickOn("document.querySelector('[data-flow=flow] a')");
        browser.waitForText("#flow-verdict", FINE);
        browser.click("#flow-view-json");
        edit("\"next\": \"size\"", "\"next\": \"sizes\"");
        browser.waitForText("#flow-violations", "nodes[0].next");
        browser.waitForText("#flow-marks mark", "\"sizes\"");
        browser.click("#flow-view-graph");
        browser.waitFor("document.querySelector('[data-node=hello].wrong') !== null");
        browser.waitForText("#flow-violations", "hello, goes on to");
        assertThat(pictures("flow-violations")).isLessThanOrEqualTo(0);
        browser.click("#flow-save");
        browser.waitForText("#flow-message", "Not saved: what is listed below needs fixing");
        browser.click("#flow-violations button");
        browser.waitForText("#flow-form", "sizes (is not there)");
        choose("#flow-form [data-path='nodes[0].next'] select", "size");
        browser.waitForText("#flow-verdict", FINE);
    }

    /// It is played by taps and by text message.
    private void play() throws IOException {
        browser.click("#flow-view-json");
        edit("Which size?", "Which size, please?");
        browser.waitForText("#play-talk", "Which size, please?");
        browser.click("#flow-view-graph");
        browser.click("#play-controls button");
        browser.waitForText("#play-events", "flow_complete terminalNodeId shop, turns 2");
        assertThat(pictures("flow-played")).isLessThanOrEqualTo(0);
        choose("#play-surface", "sms");
        browser.waitForText("#play-talk", "1 Small");
        say("1.");
        browser.waitForText("#play-events", "choice_tap nodeId size, choiceId small");
    }

    /// It is approved already, so saving asks first.
    private void save(Api management) throws IOException, InterruptedException {
        browser.click("#flow-save");
        browser.waitForText("dialog", "“flow” is approved");
        clickNamed("dialog button", "Change it now");
        browser.waitForText("#flow-message", "Saved. It serves within two seconds");
        assertThat(prompt(management)).isEqualTo("Which size, please?");
    }

    /// The version before is shown beside it and comes back into the editor; somebody else's change
    /// meanwhile is not lost.
    private void putBack(Api management) throws IOException, InterruptedException {
        browser.click("#flow-versions");
        browser.waitForText("dialog .flow-differences", "Changed size");
        assertThat(pictures("flow-versions")).isLessThanOrEqualTo(0);
        clickNamed("dialog button", "Restore this version");
        browser.waitForText("#flow-message", "The earlier version is in the editor.");
        browser.waitForText("#play-talk", "Which size?");
        browser.click("#flow-undo");
        browser.waitForText("#play-talk", "Which size, please?");
        browser.click("#flow-redo");
        browser.waitForText("#play-talk", "Which size?");

        String theirs = RejectedJourney.FLOW.replace("Which size?", "How large?");
        String tag =
                management
                        .call("GET", "/v1/manage/creatives/flow", "")
                        .headers()
                        .firstValue("ETag")
                        .orElseThrow();
        assertThat(management.put("/v1/manage/creatives/flow", tag, theirs).statusCode())
                .isEqualTo(200);
        browser.click("#flow-save");
        clickNamed("dialog button", "Change it now");
        browser.waitForText("dialog", "Somebody else has saved this flow since you opened it");
        assertThat(browser.complaints()).singleElement().asString().contains("409");
        browser.forget();
        clickNamed("dialog button", "Take theirs, drop mine");
        browser.waitForText("#flow-message", "This is what they saved.");
        browser.waitForText("#play-talk", "How large?");
        assertThat(prompt(management)).isEqualTo("How large?");
    }

    private static String prompt(Api management) throws IOException, InterruptedException {
        return management
                .expect(200, "GET", "/v1/manage/creatives/flow", "")
                .at("/flow/nodes/1/prompt")
                .asString();
    }

    private void clickNamed(String selector, String words) {
        String named =
                "[...document.querySelectorAll('%s')].find((each) => each.textContent === '%s')"
                        .formatted(selector, words);
        browser.waitFor("(" + named + ") !== undefined");
        browser.evaluate(named + ".click()");
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
        browser.waitFor("document.querySelector('[data-flow=flow]') !== null");
    }

    private void choose(String selector, String value) {
        browser.evaluate(
                """
                (() => { const list = document.querySelector("%s"); list.value = "%s";
                         list.dispatchEvent(new Event("change", {bubbles: true})); })()\
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
