package io.interlude.embed;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.browser.Browser;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// When an ad is told to be drawn and seen, in a real browser.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SightsIT {

    private final FakeAdServer server = new FakeAdServer();
    private final Browser browser;

    SightsIT() throws IOException {
        browser = new Browser();
        browser.show(800, 700, false);
    }

    @BeforeEach
    void book() {
        server.forget();
        browser.forget();
        server.book("flow", EmbedIT.FLOW);
        server.book(
                "card",
                """
                {'title': 'Shoes for rain', 'disclosure': 'Sponsored by Shop', 'actions': [
                  {'text': 'See shoes', 'navigate': {'url': 'http://127.0.0.1:9/c/token'}}]}
                """);
    }

    @AfterAll
    void stop() {
        browser.close();
        server.close();
    }

    @Test
    void tellsThatACardIsDrawnAndSeenOnlyOnceItIsInView() {
        // given: below the fold from the first frame on
        browser.open(
                server.page("/", "<br>".repeat(300) + slot("data-ad-unit=card") + EmbedIT.EMBED));
        browser.waitFor(in("querySelector('.title')"));
        drawTwoFrames();
        assertThat(server.sights()).isEmpty();

        // when, then
        browser.evaluate("document.querySelector('[data-interlude]').scrollIntoView()");
        awaitSights("deliver", "read");
        browser.evaluate("scrollTo(0, 0)");
        drawTwoFrames();
        browser.evaluate("document.querySelector('[data-interlude]').scrollIntoView()");
        browser.evaluate("new Promise(done => setTimeout(done, 1500))");
        assertThat(server.sights()).containsExactly("deliver", "read");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void aCardThatLeavesTheViewWithinASecondIsNotSeen() {
        // given: it leaves as soon as it tells that it was drawn
        server.script(
                "/own.js",
                "const sent = window.fetch;"
                        + " window.fetch = (to, init) => {"
                        + " if (init?.body?.includes?.('deliver')) { scrollTo(0, 2000); }"
                        + " return sent(to, init); };");
        browser.open(
                server.page(
                        "/",
                        "<script src=/own.js></script>"
                                + slot("data-ad-unit=card")
                                + "<br>".repeat(300)
                                + EmbedIT.EMBED));

        // when
        awaitSights("deliver");
        browser.evaluate("new Promise(done => setTimeout(done, 1500))");

        // then
        assertThat(browser.evaluate("scrollY").asInt()).isPositive();
        assertThat(server.sights()).containsExactly("deliver");
    }

    @Test
    void aPageInTheBackgroundShowsNothing() {
        server.script(
                "/own.js",
                "Object.defineProperty(document, 'visibilityState',"
                        + " {get: () => window.shown ? 'visible' : 'hidden'})");
        browser.open(
                server.page(
                        "/",
                        "<script src=/own.js></script>"
                                + slot("data-ad-unit=card")
                                + EmbedIT.EMBED));
        browser.waitFor(in("querySelector('.title')"));
        browser.evaluate("new Promise(done => setTimeout(done, 1500))");
        assertThat(server.sights()).isEmpty();

        browser.evaluate("shown = true; document.dispatchEvent(new Event('visibilitychange'))");
        awaitSights("deliver", "read");
    }

    @Test
    void aTabBehindAnotherShowsNothing() {
        browser.open(
                server.page(
                        "/",
                        "<a href=/other target=_blank>Away</a>"
                                + "<br>".repeat(300)
                                + slot("data-ad-unit=card")
                                + EmbedIT.EMBED));
        browser.waitFor(in("querySelector('.title')"));
        browser.clickOn("document.querySelector('a')");
        browser.waitFor("document.visibilityState === 'hidden'");
        browser.evaluate("document.querySelector('[data-interlude]').scrollIntoView()");
        browser.evaluate("new Promise(done => setTimeout(done, 1500))");
        assertThat(server.sights()).isEmpty();

        browser.bringToFront();
        awaitSights("deliver", "read");
    }

    @Test
    void aTeaserIsDeliveredOnceItIsOpened() {
        browser.open(
                server.page("/", slot("data-ad-unit=flow data-ad-format=flow") + EmbedIT.EMBED));
        browser.waitFor(in("querySelector('.teaser')"));
        browser.evaluate("new Promise(done => setTimeout(done, 1500))");
        assertThat(server.sights()).isEmpty();

        browser.evaluate(
                "document.querySelector('[data-interlude]').shadowRoot"
                        + ".querySelector('.teaser').click()");
        awaitSights("deliver", "read");
    }

    private static String slot(String attributes) {
        return "<div data-interlude " + attributes + "></div>";
    }

    private static String in(String rest) {
        return "Boolean(document.querySelector('[data-interlude]')?.shadowRoot?." + rest + ")";
    }

    /// Two frames later the browser has told what is in view.
    private void drawTwoFrames() {
        browser.evaluate(
                "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
    }

    private void awaitSights(String... sights) {
        browser.waitUntil(
                List.of(sights).toString(), () -> server.sights().size() >= sights.length);
        assertThat(server.sights()).containsExactly(sights);
    }
}
