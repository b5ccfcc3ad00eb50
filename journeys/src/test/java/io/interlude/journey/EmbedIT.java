package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.browser.Browser;
import io.interlude.browser.SentRequest;
import io.interlude.local.demo.DemoKeys;
import io.interlude.schema.topic.Topics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// The web embed in a real browser, on the running product: the example page, and a publisher's
/// page on another origin. Pictures are left in `target/screenshots`.
class EmbedIT {
    private static final Path PICTURES = Path.of("target", "screenshots");
    private static final Path GUIDE = Path.of("../docs/publishers/web-embed.md");
    private static final String CANARY = "zq7canaryxtypedx";
    private static final List<String> FLOW_FIELDS =
            List.of(
                    "nodeId",
                    "choiceId",
                    "intent",
                    "terminalNodeId",
                    "lastNodeId",
                    "turns",
                    "reason",
                    "handoffKind");

    @TempDir private static Path folder;

    private static ProductProcess product;
    private static Browser browser;
    private static DemoKeys keys;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        product = ProductProcess.startWithDemo(folder);
        keys = DemoKeys.read(product.dataFolder()).orElseThrow();
        browser = new Browser();
    }

    @AfterAll
    static void stop() throws IOException {
        browser.close();
        product.close();
    }

    @BeforeEach
    void forget() {
        browser.forget();
    }

    @ParameterizedTest
    @CsvSource({"320, false", "320, true", "768, false", "768, true", "1440, false", "1440, true"})
    void theExamplePageFitsTheWindow(int width, boolean dark) throws IOException {
        // given
        browser.show(width, 900, dark);
        openExample();

        // when
        click(1, ".teaser");
        click(1, ".choice");
        for (int question = 0; question < 2; question++) {
            browser.click(".questions button");
        }
        browser.waitFor(slot(2) + "?.shadowRoot?.querySelector('.teaser') != null");
        browser.waitFor(slot(1) + ".shadowRoot.querySelectorAll('.said').length === 4");

        browser.waitFor(slot(1) + ".shadowRoot.getAnimations().length === 0");

        // then
        browser.screenshot(
                PICTURES.resolve("embed-" + width + (dark ? "-dark.png" : "-light.png")));
        assertThat(
                        browser.evaluate("document.documentElement.scrollWidth - window.innerWidth")
                                .asInt())
                .as("pixels that do not fit the width")
                .isLessThanOrEqualTo(0);
        for (int number = 0; number < 3; number++) {
            assertThat(cutOff(number)).as("what ad " + number + " hides at its sides").isEmpty();
        }
        assertThat(browser.complaints()).isEmpty();
    }

    /// Classes of the elements that stand out of their ad, which cuts them off.
    private static String cutOff(int number) {
        return browser.evaluate(
                        """
                        (root => {
                          const box = root.querySelector(".box").getBoundingClientRect();
                          return [...root.querySelectorAll(".box *")]
                            .filter(e => e.getBoundingClientRect().right > box.right
                              || e.getBoundingClientRect().left < box.left)
                            .map(e => e.className).join(" ");
                        })(%s.shadowRoot)
                        """
                                .formatted(slot(number)))
                .asString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fares  | flow_complete fares 4",
                "person | flow_complete person 4, handoff_click person url",
                "guide  | flow_complete guide 4",
                "later  | flow_complete bye 4"
            })
    void theJournalHasExactlyTheStepsToEachEnd(String choice, String end) throws Exception {
        // given
        openExample();
        List<String> choices = List.of("fares", "person", "guide", "later");

        // when
        click(1, ".teaser");
        say("something with museums, " + CANARY);
        browser.waitFor(slot(1) + ".shadowRoot.querySelector('.choices')?.childElementCount === 4");
        click(1, ".choice:nth-child(" + (choices.indexOf(choice) + 1) + ")");
        if (choice.equals("person")) {
            click(1, ".end a");
        }

        // then
        List<String> steps =
                Stream.concat(
                                Stream.of(
                                        "node_visit hello",
                                        "node_visit mood",
                                        "nlu_match mood culture",
                                        "node_visit city",
                                        "node_visit how",
                                        "choice_tap how " + choice,
                                        "node_visit " + (choice.equals("later") ? "bye" : choice)),
                                Stream.of(end.split(", ", -1)))
                        .toList();
        browser.waitUntil(end, () -> reported().size() == steps.size());
        String messageId = reported().getFirst().path("fetchEventId").asString();
        browser.waitUntil(end, () -> journaled(messageId).size() >= steps.size());
        assertThat(journaled(messageId)).containsExactlyElementsOf(steps);
        assertThat(browser.sent().stream().map(sent -> sent.url() + sent.body()))
                .noneMatch(text -> text.contains(CANARY));
        assertThat(browser.complaints()).isEmpty();
        assertNothingKept();
    }

    private static void assertNothingKept() {
        Canaries canaries = new Canaries();
        canaries.secret("typed", CANARY);
        new CanarySearch(canaries).topics(product.brokers());
        assertThat(canaries.found()).isEmpty();
    }

    /// The page is the guide's own, on another origin.
    @Test
    void thePageOfTheGuideShowsAdsAndItsLinksAreCounted() throws Exception {
        try (PublisherSite site = new PublisherSite()) {
            // given
            String tag = book(site);
            String address =
                    site.publish(
                                    guide("html")
                                            .replace("https://ads.example.com", url())
                                            .replace("il_tag_YOUR_TAG", tag),
                                    guide("http")
                                            .replaceFirst("(?s)Content-Security-Policy:\\s*", "")
                                            .replaceAll("\\s+", " ")
                                            .replace("https://ads.example.com", url()))
                            .toString();

            // when
            browser.show(768, 900, false);
            browser.open(URI.create(address));
            browser.waitFor(slot(0) + ".shadowRoot?.querySelector('.title') != null");
            browser.waitFor(slot(1) + ".shadowRoot?.querySelector('.teaser') != null");
            browser.clickOn(slot(0) + ".shadowRoot.querySelector('a')");
            browser.waitUntil("the advertiser's page", () -> site.landed().size() == 1);
            click(1, ".teaser");
            browser.waitUntil("first steps", () -> reported().size() == 2);
            String messageId = reported().getFirst().path("fetchEventId").asString();
            browser.open(URI.create(site.origin() + "/elsewhere"));

            // then
            assertThat(site.landed().getFirst()).startsWith("/landing?from=native-");
            browser.waitUntil("the page was left", () -> journaled(messageId).size() == 3);
            assertThat(journaled(messageId))
                    .containsExactly(
                            "node_visit hello", "node_visit size", "flow_abandon size 2 user_exit");
            Report.await(
                    Api.of(product.url(), keys.managementKey()),
                    "metrics=uniqueClicks&adUnit=guide-card",
                    rows -> rows.size() == 1 && rows.getFirst().path("uniqueClicks").asLong() == 1);
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void aCardThatIsPaidWhenItIsReadBillsOnceItWasSeen() throws Exception {
        try (PublisherSite site = new PublisherSite()) {
            // given
            Api management = Api.of(product.url(), keys.managementKey());
            String tag = bookSeenCard(management, site);
            String html =
                    "%s<div data-interlude data-ad-unit=\"seen\"></div>%s"
                            .formatted(
                                    "<br>".repeat(300),
                                    "<script async src=\"%s/embed/interlude.js\" data-key=\"%s\"></script>"
                                            .formatted(url(), tag));
            String policy = "default-src 'self' " + url() + "; img-src *";

            // when: below the fold
            browser.show(768, 900, false);
            browser.open(site.publish("<!doctype html>" + html, policy));
            browser.waitFor(slot(0) + ".shadowRoot?.querySelector('.title') != null");

            // then
            awaitSeen(management, 1, 0, 0, 0);

            // when
            browser.evaluate(slot(0) + ".scrollIntoView()");

            // then
            awaitSeen(management, 1, 1, 1, 0.002);
            assertThat(browser.complaints()).isEmpty();
        }
    }

    private static String bookSeenCard(Api management, PublisherSite site)
            throws IOException, InterruptedException {
        management.expect(
                201,
                "POST",
                "/v1/manage/ad-units",
                "{\"id\": \"seen\", \"code\": \"seen\", \"name\": \"Seen\"}");
        management.expect(
                201,
                "POST",
                "/v1/manage/line-items",
                """
                {"id": "seen", "campaignId": "house", "name": "Seen", "status": "active",
                 "priority": 1, "adUnits": ["seen"], "price": {"model": "cpm", "billOn": "read",
                 "amount": {"amount": "2.00", "currency": "USD"}}}\
                """);
        management.expect(201, "POST", "/v1/manage/creatives", card("seen", site));
        return tag(management, site);
    }

    private static void awaitSeen(
            Api management, int fetches, int delivers, int reads, double spend)
            throws IOException, InterruptedException {
        Report.await(
                management,
                "metrics=fetches,delivers,reads,spend&adUnit=seen",
                rows ->
                        rows.size() == 1
                                && rows.getFirst().path("fetches").asInt() == fetches
                                && rows.getFirst().path("delivers").asInt() == delivers
                                && rows.getFirst().path("reads").asInt() == reads
                                && rows.getFirst().path("spend").asDouble() == spend);
    }

    @Test
    void aTagFetchesAndReportsWhatAPageSeesAndNothingElse() throws Exception {
        String tag = Objects.requireNonNull(keys.publisherTag());
        String page = url();

        HttpResponse<String> fetched =
                post(
                        "/v1/fetch/v2",
                        tag,
                        page,
                        "{\"adUnit\": \"magazine-end\", \"adFormat\": \"Flow\"}");
        assertThat(fetched.statusCode()).isEqualTo(200);
        String messageId = Api.JSON.readTree(fetched.body()).path("messageId").asString();
        String event =
                """
                {"version": 2, "eventType": "%s", "fetchEventId": "%s", "eventData": {"nodeId": "hello"}}\
                """;
        for (String eventType : List.of("node_visit", "deliver", "read")) {
            assertThat(
                            post("/v1/event", tag, page, event.formatted(eventType, messageId))
                                    .statusCode())
                    .as(eventType)
                    .isEqualTo(201);
        }
        for (String eventType : List.of("send", "click", "conversion")) {
            assertThat(
                            post("/v1/event", tag, page, event.formatted(eventType, messageId))
                                    .statusCode())
                    .as(eventType)
                    .isEqualTo(403);
        }
        assertThat(post("/v1/fetch/v2", tag, "https://other.example", "{}").statusCode())
                .isEqualTo(403);
        Api asTag = Api.of(product.url(), tag);
        for (String path :
                List.of(
                        "/v1/reports?granularity=total",
                        "/v1/manage/creatives",
                        "/v1/manage/keys")) {
            assertThat(asTag.call("GET", path, "").statusCode()).as(path).isEqualTo(403);
        }
    }

    @Test
    void aFlowIsServedVerbatimAndOnlyToWhoAsksForOne() throws Exception {
        Api management = Api.of(product.url(), keys.managementKey());
        String id = "northline-magazine-weekend";
        JsonNode authored =
                management.expect(200, "GET", "/v1/manage/creatives/" + id, "").path("flow");

        JsonNode served =
                management
                        .expect(
                                200,
                                "POST",
                                "/v1/fetch/v2",
                                "{\"adUnit\": \"magazine-end\", \"adFormat\": \"Flow\"}")
                        .path("payload");

        assertThat(served.path("creativeId").asString()).isEqualTo(id);
        String unwrapped =
                served.toString()
                        .replaceAll(
                                "\"url\":\"" + Pattern.quote(url()) + "/c/[^\"]+\"",
                                "\"url\":\"\"");
        assertThat(Api.JSON.readTree(unwrapped.replace(",\"creativeId\":\"" + id + "\"", "")))
                .isEqualTo(
                        Api.JSON.readTree(
                                authored.toString()
                                        .replaceAll("\"url\":\"[^\"]*\"", "\"url\":\"\"")));
        assertThat(served.toString()).doesNotContain("/demo/embed/landing");
        for (String format : List.of("native", "sms", "botplatform")) {
            String body = "{\"adUnit\": \"magazine-end\", \"format\": \"%s\"}".formatted(format);
            HttpResponse<String> answer = management.call("POST", "/v1/fetch/v2", body);
            assertThat(answer.body()).as(format).doesNotContain("specVersion");
        }
    }

    private static HttpResponse<String> post(String path, String tag, String origin, String body)
            throws IOException, InterruptedException {
        Api api = Api.of(product.url(), tag);
        return api.http()
                .send(
                        HttpRequest.newBuilder(product.url().resolve(path + "?key=" + tag))
                                .header("Content-Type", "application/json")
                                .header("Origin", origin)
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    /// Books the ad units of the guide's page, and makes its tag.
    private static String book(PublisherSite site) throws IOException, InterruptedException {
        Api management = Api.of(product.url(), keys.managementKey());
        for (String unit : List.of("guide-card", "guide-flow")) {
            management.expect(
                    201,
                    "POST",
                    "/v1/manage/ad-units",
                    "{\"id\": \"%1$s\", \"code\": \"%1$s\", \"name\": \"Guide\"}".formatted(unit));
            management.expect(
                    201,
                    "POST",
                    "/v1/manage/line-items",
                    """
                    {"id": "%1$s", "campaignId": "house", "name": "Guide", "status": "active",
                     "priority": 1, "adUnits": ["%1$s"],
                     "price": {"model": "cpc", "amount": {"amount": "0.10", "currency": "USD"}}}\
                    """
                            .formatted(unit));
        }
        management.expect(201, "POST", "/v1/manage/creatives", card("guide-card", site));
        management.expect(
                201,
                "POST",
                "/v1/manage/creatives",
                RejectedJourney.FLOW.replace("\"f\"", "\"guide-flow\""));
        return tag(management, site);
    }

    private static String card(String id, PublisherSite site) {
        return """
        {"id": "%1$s", "lineItemId": "%1$s", "type": "card", "status": "approved",
         "card": {"title": "Rain shoes", "disclosure": "Sponsored", "actions": [
           {"text": "See shoes", "url": "%2$s/landing?from={messageId}"}]}}\
        """
                .formatted(id, site.origin());
    }

    private static String tag(Api management, PublisherSite site)
            throws IOException, InterruptedException {
        return management
                .expect(
                        201,
                        "POST",
                        "/v1/manage/keys",
                        "{\"kind\": \"tag\", \"applicationId\": \"magazine\", \"allowedOrigins\": [\"%s\"]}"
                                .formatted(site.origin()))
                .path("key")
                .asString();
    }

    /// The first block of the guide in a language.
    private static String guide(String language) throws IOException {
        Matcher block =
                Pattern.compile("(?s)```" + language + "\n(.*?)```")
                        .matcher(Files.readString(GUIDE));
        assertThat(block.find()).as(language).isTrue();
        return block.group(1);
    }

    private static String url() {
        return product.url().toString();
    }

    private static void openExample() {
        browser.open(product.url().resolve("/demo/embed"));
        browser.waitFor(slot(0) + ".shadowRoot?.querySelector('.photo')?.naturalWidth > 0");
        browser.waitFor(slot(1) + ".shadowRoot?.querySelector('.teaser') != null");
    }

    private static String slot(int number) {
        return "document.querySelectorAll('[data-interlude]')[" + number + "]";
    }

    private static void click(int number, String selector) {
        browser.evaluate(slot(number) + ".shadowRoot.querySelector('" + selector + "').click()");
    }

    private static void say(String text) {
        browser.evaluate(slot(1) + ".shadowRoot.querySelector('.field').focus()");
        browser.type(text);
        browser.press("Enter");
    }

    /// The steps of flows that the page reported, not that its ads were drawn and seen.
    private static List<JsonNode> reported() {
        return browser.sent().stream()
                .filter(sent -> sent.url().contains("/v1/event") && sent.method().equals("POST"))
                .map(SentRequest::body)
                .map(Api.JSON::readTree)
                .filter(event -> !event.path("eventType").asString().matches("deliver|read"))
                .toList();
    }

    /// Flow events of a fetch in the journal, in brief, in their order there.
    private static List<String> journaled(String messageId) {
        return new Journals(product)
                .read(Topics.FLOW_EVENTS).stream()
                        .filter(next -> messageId.equals(String.valueOf(next.get("fetchId"))))
                        .map(EmbedIT::brief)
                        .toList();
    }

    private static String brief(GenericRecord event) {
        StringBuilder brief = new StringBuilder(event.get("eventType").toString());
        for (String field : FLOW_FIELDS) {
            if (event.get(field) != null) {
                brief.append(' ').append(event.get(field));
            }
        }
        return brief.toString();
    }
}
