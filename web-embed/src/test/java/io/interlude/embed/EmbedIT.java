package io.interlude.embed;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.browser.Browser;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// The script on a page under a strict policy, in a real browser, with its ad server on another
/// origin.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EmbedIT {
    private static final String CANARY = "zq7 purple walrus";
    static final String EMBED = "<embed data-key=il_tag_1></script>";
    static final String FLOW =
            """
            {'specVersion': '1.0', 'entryNodeId': 'hello', 'creativeId': 'c',
             'metadata': {'advertiserName': 'Shop & Co', 'disclosureText': 'Sponsored by Shop'},
             'nodes': [
              {'id': 'hello', 'type': 'message', 'text': 'Shoes <b>for</b> rain.', 'next': 'ask'},
              {'id': 'ask', 'type': 'choice-set', 'prompt': 'Which size?',
               'choices': [{'id': 'small', 'label': 'Small', 'target': 'go'},
                           {'id': 'person', 'label': 'Ask', 'target': 'talk'}],
               'intents': [{'intent': 'large', 'description': 'd', 'examples': ['big feet'],
                            'target': 'bye'}]},
              {'id': 'go', 'type': 'action', 'text': 'Here they are.', 'action':
               {'kind': 'link_out', 'url': 'http://127.0.0.1:9/go', 'label': 'See shoes'}},
              {'id': 'talk', 'type': 'action', 'action':
               {'kind': 'handoff', 'url': 'http://127.0.0.1:9/talk', 'label': 'Talk'}},
              {'id': 'bye', 'type': 'action', 'text': 'Bye.', 'action': {'kind': 'end'}}]}
            """;

    private final FakeAdServer server = new FakeAdServer();
    private final Browser browser;

    EmbedIT() throws IOException {
        browser = new Browser();
        browser.show(800, 700, false);
    }

    @BeforeEach
    void book() {
        server.forget();
        browser.forget();
        server.book("flow", FLOW);
        server.book(
                "card",
                """
                {'title': 'Shoes <b>for</b> rain', 'subtitle': 'Dry all day.',
                 'imageUrl': 'javascript:1', 'disclosure': 'Sponsored by Shop', 'actions': [
                  {'text': 'See shoes', 'navigate': {'url': 'http://127.0.0.1:9/c/token'}},
                  {'text': 'Bad', 'navigate': {'url': 'javascript:alert(1)'}}]}
                """);
    }

    @AfterAll
    void stop() {
        browser.close();
        server.close();
    }

    @Test
    void showsACardInWhichNothingIsMarkup() {
        browser.open(server.page("/", slot("data-ad-unit=card") + EMBED));
        browser.waitFor(in("querySelector('.title')?.textContent === 'Shoes <b>for</b> rain'"));

        assertThat(value("querySelector('.disclosure').textContent"))
                .isEqualTo("Sponsored by Shop");
        assertThat(value("querySelectorAll('.box a').length")).isEqualTo("1");
        assertThat(value("querySelector('a').outerHTML"))
                .contains("href=\"http://127.0.0.1:9/c/token\"", "target=\"_blank\"")
                .contains("rel=\"sponsored noopener noreferrer\"");
        assertThat(value("querySelectorAll('img, b').length")).isEqualTo("0");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void asksForNothingThatThePageDidNotGive() {
        browser.open(
                server.page(
                        "/",
                        "<p class=q>Which  shoes?</p>"
                                + slot(
                                        "data-ad-unit=card data-subscriber=s1 data-context-selector=.q"
                                                + " data-conversation=c1 data-turn=3 data-child"
                                                + " data-sensitive=false"
                                                + " data-attributes='{\"country\":\"US\"}'")
                                + EMBED));
        browser.waitFor(in("querySelector('.title')"));

        assertThat(server.fetches()).hasSize(1);
        assertThat(server.fetches().getFirst().query()).isEqualTo("key=il_tag_1");
        assertThat(server.fetches().getFirst().body())
                .isEqualTo(
                        FakeAdServer.JSON.readTree(
                                """
                                {"adUnit": "card", "subscriber": "s1", "include": ["why"],
                                 "conversation": "c1", "turn": 3, "child": true,
                                 "attributes": {"country": "US"}, "context": "Which shoes?"}
                                """));
    }

    @Test
    void takesNoRoomWithoutAnAd() {
        server.script(
                "/own.js",
                "addEventListener('interlude-empty', e => document.title = e.target.offsetHeight)");
        browser.open(
                server.page(
                        "/", "<script src=/own.js></script>" + slot("data-ad-unit=no") + EMBED));

        browser.waitFor("document.title === '0'");
        assertThat(
                        browser.evaluate("document.querySelector('[data-interlude]').outerHTML")
                                .asString())
                .isEqualTo("<div data-interlude=\"\" data-ad-unit=\"no\"></div>");
    }

    @Test
    void isWalkedByKeyboardAlone() {
        // given
        openTeaser("data-ad-unit=flow data-ad-format=flow");
        assertThat(value("querySelector('.teaser').innerText"))
                .contains("Sponsored by Shop", "Shoes <b>for</b> rain.");
        assertThat(server.told()).isEmpty();

        // when, then: the teaser opens, and focus is in the conversation
        browser.press("Tab");
        browser.press("Enter");
        browser.waitFor(in("querySelector('.log')"));
        assertThat(value("activeElement.className")).isEqualTo("box");
        assertThat(value("querySelector('.head .disclosure').innerText"))
                .isEqualTo("Sponsored by Shop");
        assertThat(value("querySelector('.log').getAttribute('aria-live')")).isEqualTo("polite");

        // the close button, the log, the first choice
        browser.press("Tab");
        assertThat(value("activeElement.getAttribute('aria-label')")).isEqualTo("Close");
        browser.press("Tab");
        browser.press("Tab");
        assertThat(value("activeElement.textContent")).isEqualTo("Small");
        browser.press("Enter");
        browser.waitFor(in("activeElement?.textContent === 'See shoes'"));
        awaitTold(
                "node_visit hello",
                "node_visit ask",
                "choice_tap ask small",
                "node_visit go",
                "flow_complete go 2");

        // a finished flow is closed without a further word
        browser.press("Escape");
        browser.waitFor(in("querySelector('.box') === null"));
        assertThat(server.told()).hasSize(5);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void leavesByEscapeWithFocusAtItsPlace() {
        openTeaser("data-ad-unit=flow data-ad-format=flow");
        click(".teaser");
        browser.press("Escape");

        awaitTold("node_visit hello", "node_visit ask", "flow_abandon ask 2 user_exit");
        assertThat(browser.evaluate("'interlude' in document.activeElement.dataset").asBoolean())
                .isTrue();
    }

    @Test
    void keepsWhatIsTypedToItself() {
        openTeaser("data-ad-unit=flow data-ad-format=flow");
        click(".teaser");

        say("about " + CANARY);
        browser.waitFor(in("querySelectorAll('.said').length === 3"));
        say("I have BIG feet, " + CANARY);
        browser.waitFor(in("querySelector('.log').innerText.endsWith('Bye.')"));

        awaitTold(
                "node_visit hello",
                "node_visit ask",
                "nlu_match ask large",
                "node_visit bye",
                "flow_complete bye 2");
        assertThat(value("querySelector('.log').innerText")).contains(CANARY);
        assertThat(browser.sent().stream().map(sent -> sent.url() + sent.body()))
                .noneMatch(text -> text.contains("walrus"));
        assertThat(server.events()).noneMatch(event -> event.text().contains("walrus"));
    }

    @Test
    void givesUpAfterTheSecondMiss() {
        openTeaser("data-ad-unit=flow data-ad-format=flow");
        click(".teaser");

        say("what?");
        browser.waitFor(in("querySelectorAll('.said').length === 3"));
        say("what?");

        awaitTold("node_visit hello", "node_visit ask", "flow_abandon ask 2 no_match");
        browser.waitFor(in("querySelector('.next').hidden"));
    }

    @Test
    void reportsThatAHandoffIsFollowed() {
        openTeaser("data-ad-unit=flow data-ad-format=flow");
        click(".teaser");
        click(".choice:nth-child(2)");
        browser.waitFor(in("querySelector('.end a')"));
        browser.evaluate(
                root()
                        + ".querySelector('.end a').addEventListener('click', e => e.preventDefault())");
        click(".end a");

        awaitTold(
                "node_visit hello",
                "node_visit ask",
                "choice_tap ask person",
                "node_visit talk",
                "flow_complete talk 2",
                "handoff_click talk url");
    }

    @Test
    void runsOneFlowAtATime() {
        String flow = slot("data-ad-unit=flow data-ad-format=flow");
        browser.open(server.page("/", flow + flow + EMBED));
        browser.waitFor(
                "[...document.querySelectorAll('[data-interlude]')].every(s => s.shadowRoot)");
        click(".teaser");
        browser.evaluate(
                "document.querySelectorAll('[data-interlude]')[1].shadowRoot"
                        + ".querySelector('.teaser').click()");
        awaitTold(
                "node_visit hello",
                "node_visit ask",
                "flow_abandon ask 2 user_exit",
                "node_visit hello",
                "node_visit ask");

        assertThat(value("querySelectorAll('.choice, .field').length")).isEqualTo("0");
        assertThat(
                        server.events().stream()
                                .map(event -> event.body().path("fetchEventId").asString())
                                .distinct())
                .hasSize(2);
    }

    @Test
    void endsWhenNobodyAnswers() {
        openTeaser("data-ad-unit=flow data-ad-format=flow data-timeout-seconds=0.2");
        click(".teaser");

        awaitTold("node_visit hello", "node_visit ask", "flow_abandon ask 2 timeout");
    }

    @Test
    void reportsThatThePageIsLeft() {
        openTeaser("data-ad-unit=flow data-ad-format=flow");
        click(".teaser");
        browser.open(server.page("/elsewhere", "Elsewhere"));

        browser.waitUntil("all is told", () -> server.told().size() == 3);
        assertThat(Set.copyOf(server.told()))
                .containsExactlyInAnyOrder(
                        "node_visit hello", "node_visit ask", "flow_abandon ask 2 user_exit");
    }

    @Test
    void doesNotRunAFlowOfAnotherMajorVersion() {
        server.book("flow", FLOW.replace("'1.0'", "'2.0'"));
        browser.open(server.page("/", slot("data-ad-unit=flow data-ad-format=flow") + EMBED));

        awaitTold("flow_abandon 0 unsupported_spec");
        assertThat(value("textContent")).isEmpty();
    }

    @Test
    void triesOnceMoreAndIsCountedOnce() {
        server.refuse(1);
        openTeaser("data-ad-unit=flow data-ad-format=flow");
        click(".teaser");

        awaitTold("node_visit hello", "node_visit hello", "node_visit ask");
        assertThat(
                        server.events().stream()
                                .map(FakeAdServer.Posted::idempotencyKey)
                                .collect(Collectors.toSet()))
                .hasSize(2)
                .doesNotContainNull();
    }

    @Test
    void aPageShowsAnAdItselfAndSaysWhatATextMeans() {
        server.script(
                "/own.js",
                """
                window.Interlude = window.Interlude || [];
                Interlude.push(async interlude => {
                  const shown = await interlude.show(document.getElementById("here"), {
                    adUnit: "flow", adFormat: "flow", presentation: "card",
                    match: async (text, intents) => intents[0].intent });
                  document.title = JSON.stringify(shown);
                });
                """);
        browser.open(server.page("/", "<div id=here></div><script src=/own.js></script>" + EMBED));
        browser.waitFor("document.title.startsWith('{\"filled\":true,\"messageId\":\"native-')");

        say("anything");

        awaitTold(
                "node_visit hello",
                "node_visit ask",
                "nlu_match ask large",
                "node_visit bye",
                "flow_complete bye 2");
    }

    @Test
    void standsWhereItsScriptStandsAndFromRightToLeft() {
        server.book("flow", FLOW.replace("'metadata': {", "'metadata': {'language': 'ar',"));
        browser.open(
                server.page(
                        "/",
                        "<p>Text</p><embed data-key=k data-ad-unit=flow data-ad-format=flow></script>"));
        browser.waitFor("document.querySelector('[data-interlude]')?.shadowRoot != null");

        assertThat(value("querySelector('.box').dir")).isEqualTo("rtl");
        click(".teaser");
        assertThat(value("querySelector('.close').getAttribute('aria-label')")).isEqualTo("إغلاق");
    }

    @Test
    void aPageWorksWhenTheAdServerIsAway() {
        server.script(
                "/own.js",
                """
                Interlude = [i => i.show(document.body.firstChild, {server: "http://127.0.0.1:9", adUnit: "x"})
                    .then(shown => document.title = JSON.stringify(shown))];
                """);
        browser.open(server.page("/", "<div></div><script src=/own.js></script>" + EMBED));

        browser.waitFor("document.title === '{\"filled\":false}'");
    }

    @Test
    void noMarkupInThePageSaysWhereItsTextIsSent() {
        String comment =
                "<img name=currentScript src=http://127.0.0.1:9/embed/interlude.js data-key=il_tag_2>"
                        + slot("data-ad-unit=card data-server=http://127.0.0.1:9");
        browser.open(server.page("/", comment + EMBED));
        browser.waitFor(in("querySelector('.title')"));

        assertThat(server.fetches()).hasSize(1);
        assertThat(server.fetches().getFirst().query()).isEqualTo("key=il_tag_1");
    }

    private static String slot(String attributes) {
        return "<div data-interlude " + attributes + "></div>";
    }

    private void openTeaser(String attributes) {
        browser.open(server.page("/", slot(attributes) + EMBED));
        browser.waitFor(in("querySelector('.teaser')"));
    }

    private static String root() {
        return "document.querySelector('[data-interlude]').shadowRoot";
    }

    private static String in(String rest) {
        return "Boolean(document.querySelector('[data-interlude]')?.shadowRoot?." + rest + ")";
    }

    private String value(String rest) {
        return browser.evaluate(root() + "." + rest).asString();
    }

    private void click(String selector) {
        browser.evaluate(root() + ".querySelector('" + selector + "').click()");
    }

    private void say(String text) {
        browser.waitFor(in("querySelector('.field')"));
        browser.evaluate(root() + ".querySelector('.field').focus()");
        browser.type(text);
        browser.press("Enter");
    }

    private void awaitTold(String... told) {
        browser.waitUntil(List.of(told).toString(), () -> server.told().size() >= told.length);
        assertThat(server.told()).containsExactly(told);
    }
}
