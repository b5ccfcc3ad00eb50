package io.interlude.embed;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.browser.Browser;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// The menu about an ad, by keyboard and pointer.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AboutIT {
    private static final String CARD =
            "{'title': 'Shoes', 'disclosure': 'Sponsored', 'actions': []}";
    private static final String FLOW =
            """
            {'specVersion': '1.0', 'entryNodeId': 'hello', 'creativeId': 'c',
             'metadata': {'advertiserName': 'Laden', 'disclosureText': 'Anzeige', 'language': 'de'},
             'nodes': [
              {'id': 'hello', 'type': 'message', 'text': 'Guten Tag.', 'next': 'ask'},
              {'id': 'ask', 'type': 'choice-set', 'prompt': 'Welche?',
               'choices': [{'id': 'small', 'label': 'Klein', 'target': 'bye'}]},
              {'id': 'bye', 'type': 'action', 'text': 'Bis bald.', 'action': {'kind': 'end'}}]}
            """;
    private static final String ROOT = "document.querySelector('[data-interlude]').shadowRoot";

    private final FakeAdServer server = new FakeAdServer();
    private final Browser browser;

    AboutIT() throws IOException {
        browser = new Browser();
        browser.show(390, 700, false);
    }

    @BeforeEach
    void book() {
        server.forget();
        browser.forget();
        server.book("card", CARD);
        server.book("flow", FLOW);
    }

    @AfterAll
    void stop() {
        browser.close();
        server.close();
    }

    @Test
    void isOpenedAndUsedByKeyboardAlone() {
        open("card");

        browser.press("Tab");
        assertThat(active("localName")).isEqualTo("summary");
        assertThat(active("textContent")).isEqualTo("About this ad");
        browser.press("Enter");
        browser.waitFor(ROOT + ".querySelector('details').open");
        browser.press("Tab");
        assertThat(active("href")).isEqualTo("http://127.0.0.1:9/w/token");
        browser.press("Escape");
        assertThat(value(".querySelector('details').open")).isEqualTo("false");
        assertThat(active("localName")).isEqualTo("summary");
        browser.press("Enter");
        browser.press("Tab");
        browser.press("Tab");
        browser.press("Tab");
        assertThat(active("textContent")).isEqualTo("Not relevant");
        browser.press("Enter");

        browser.waitFor(ROOT + ".querySelector('.told').textContent === 'Thank you.'");
        assertThat(server.said()).containsExactly("not_relevant");
        assertThat(value(".querySelector('.title').textContent")).isEqualTo("Shoes");
        assertThat(value(".querySelectorAll('[data-kind]').length")).isEqualTo("3");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void hidesTheAdOnceThatIsTakenDown() {
        server.refuseFeedback(1);
        open("card");
        pick("hide");
        browser.waitFor(ROOT + ".querySelector('.told').textContent.includes('try again')");
        assertThat(value(".querySelector('.title').textContent")).isEqualTo("Shoes");

        pick("hide");

        browser.waitFor(ROOT + ".querySelector('.box') === null");
        assertThat(server.said()).containsExactly("hide", "hide");
        assertThat(value(".querySelector('.below').innerText")).isEqualTo("Thank you.");
        assertThat(active("className")).isEqualTo("told");
    }

    @Test
    void speaksTheLanguageOfAFlowAndLeavesWithIt() {
        open("flow");
        assertThat(value(".querySelector('summary').textContent")).isEqualTo("Zu dieser Anzeige");
        pick("repetitive");
        browser.waitFor(ROOT + ".querySelector('.told').textContent === 'Danke.'");
        assertThat(server.said()).containsExactly("repetitive");

        browser.evaluate(ROOT + ".querySelector('.teaser').click()");
        browser.evaluate(ROOT + ".querySelector('.close').click()");

        assertThat(value(".querySelector('.below').getClientRects().length")).isEqualTo("0");
    }

    @Test
    void fitsANarrowPage() {
        open("card");
        browser.evaluate(ROOT + ".querySelector('summary').click()");

        assertThat(browser.evaluate("document.documentElement.scrollWidth <= 390").asBoolean())
                .isTrue();
        assertThat(value(".querySelector('.acts').getClientRects().length")).isEqualTo("1");
    }

    private void open(String adUnit) {
        browser.open(
                server.page(
                        "/",
                        "<div data-interlude data-ad-unit="
                                + adUnit
                                + (adUnit.equals("flow") ? " data-ad-format=flow" : "")
                                + "></div><embed data-key=il_tag_1></script>"));
        browser.waitFor("document.querySelector('[data-interlude=filled]') !== null");
    }

    private void pick(String kind) {
        browser.evaluate(ROOT + ".querySelector('details').open = true");
        browser.evaluate(ROOT + ".querySelector('[data-kind=" + kind + "]').click()");
    }

    private String value(String what) {
        return browser.evaluate("String(" + ROOT + what + ")").asString();
    }

    private String active(String property) {
        return value(".activeElement?." + property);
    }
}
