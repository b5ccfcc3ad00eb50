package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.browser.Browser;
import io.interlude.browser.Person;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A person who sets up a publisher, books a campaign and finds out why another one does not serve,
/// all in the console, in a real browser. Pictures are left in `target/screenshots`.
final class ConsoleBookingJourney implements AutoCloseable {
    private static final Path PICTURES = Path.of("target", "screenshots");
    private static final String ORG = "desk";

    private final Browser browser;
    private final Person person;
    private final Api management;
    private final List<String> faults = new ArrayList<>();

    private ConsoleBookingJourney(ProductProcess product, Api management) throws IOException {
        this.browser = new Browser();
        this.person = new Person(browser);
        this.management = management;
        browser.show(1_280, 900, false);
        browser.openAfresh(product.url().resolve("/console"));
        browser.waitFor("!document.getElementById('sign-in').hidden");
        browser.type("#key", management.key());
        browser.click("#sign-in-button");
        browser.waitFor("!document.getElementById('overview').hidden");
    }

    static void setUpBookAndFindOut(ProductProcess product)
            throws IOException, InterruptedException {
        Api operator = Api.of(product.url(), ProductProcess.OPERATOR_TOKEN);
        String org =
                "{\"id\": \"" + ORG + "\", \"name\": \"Desk\", \"timeZone\": \"Europe/Berlin\"}";
        String key = operator.expect(201, "POST", "/v1/operator/orgs", org).path("key").asString();
        try (ConsoleBookingJourney desk =
                new ConsoleBookingJourney(product, operator.withKey(key))) {
            desk.setsUpAPublisher();
            desk.booksACampaign();
            desk.findsOutWhyOneDoesNotServe();
            desk.savesAfterSomebodyElse();
            desk.pausesAndResumes();
            desk.faults.addAll(
                    new ConsoleDailyWork(desk.browser, desk.person, desk.management).allOfIt());
            desk.revokesAKey();
            desk.erasesASubscriber();
            assertThat(desk.faults).isEmpty();
            assertThat(desk.browser.complaints())
                    .noneMatch(complaint -> complaint.contains("exceptionDetails"))
                    .noneMatch(complaint -> complaint.contains("Content Security Policy"));
            assertThat(desk.browser.sent()).noneMatch(request -> request.url().contains(key));
        }
    }

    private void setsUpAPublisher() throws IOException {
        go("#start", "Make an application");
        person.press("Make all three");
        person.press("Send the first fetch from here");
        browser.waitForText("#start .ticks", "native-");
        browser.waitFor("!document.getElementById('start-event').disabled");
        person.press("Send its event from here");
        browser.waitForText("#start-end", "Verified.");
    }

    private void booksACampaign() throws IOException, InterruptedException {
        // when: nothing is entered, then, what is wrong is said at its field
        go("#book", "Who advertises");
        person.press("Save and go on");
        browser.waitForText("#book .summary", "2 things need fixing");
        person.fill("Name", "Autumn shoes");
        person.fill("Advertiser", "Fernhill");
        person.press("Save and go on");

        browser.waitForText("#book", "at which price");
        person.fill("Daily budget", "lots");
        person.press("Add a daypart");
        person.fill("From", "25:00");
        person.press("Save and go on");
        browser.waitForText("#book [data-path='budget.daily'] .field-error", "Give a decimal");
        browser.waitForText("#book [data-path='dayparts[0].from'] .field-error", "Give a time");
        looks("book-violations");
        person.press("Daily budget", "#book .summary");
        assertThat(
                        browser.evaluate(
                                        "document.activeElement.closest('[data-path]').dataset.path")
                                .asString())
                .isEqualTo("budget.daily");
        person.fill("Daily budget", "20.00");
        person.fill("Price", "5.00");
        person.press("Remove");
        person.press("Add a rule");
        browser.evaluate("document.querySelector('#book .rule input').focus()");
        browser.type("country");
        browser.evaluate("document.querySelector('#book .rule-value input').focus()");
        browser.type("DE");
        person.press("Forecast");
        browser.waitForText("#book .forecast", "in four cases of five");
        looks("book-line-item");
        person.press("Save and go on");

        // then: what people will see is shown while it is written
        browser.waitForText("#book", "What people see");
        person.fill("Title", "Shoes that last");
        person.fill("Text", "Handmade in the Alps.");
        person.fill("Leads to", "https://shop.example.com/");
        browser.waitForText("#book .previews .ad-bubble", "Shoes that last");
        browser.waitForText("#book .previews .platform", "Sponsored by Fernhill · Handmade");
        browser.waitForText("#book .previews", "1 segment");
        person.press("Save and go on");
        browser.waitForText("#book", "Nothing serves yet.");
        assertThat(campaign().path("status").asString()).isEqualTo("draft");
        person.press("Start serving");
        browser.waitForText("#book", "It is started");
        assertThat(campaign().path("status").asString()).isEqualTo("active");
    }

    private void findsOutWhyOneDoesNotServe() throws IOException, InterruptedException {
        // when, then: it targets another country, and the link leads to the field
        person.press("Test whether it serves");
        String verdict = "[data-verdict='" + lineItem().path("id").asString() + "']";
        browser.waitForText(verdict + " [data-rule=targeting]", "country is DE");
        browser.waitForText(verdict + " [data-rule=targeting]", "country is missing");
        person.press("Change the targeting", verdict);
        browser.waitForText("#edit-line-item", "Who sees it");
        browser.waitFor("document.activeElement.closest('[data-path=targeting]') !== null");

        // when, then: for somebody there, it serves
        person.press("Why doesn't it serve?");
        browser.waitFor("document.querySelector('#test-fetch:not([aria-busy])') !== null");
        browser.waitForText("#test-fetch", "rule by rule");
        person.press("Add an attribute");
        person.fill("Name", "country");
        person.fill("Value", "DE");
        browser.evaluate("document.querySelector('#test-fetch form').requestSubmit()");
        browser.waitForText("#test-result .ad-card", "Shoes that last");
        browser.waitForText(verdict, "served");
    }

    private void savesAfterSomebodyElse() throws IOException, InterruptedException {
        // given
        String id = lineItem().path("id").asString();
        go("#edit-line-item?id=" + id, "Price and budget");
        ObjectNode theirs = (ObjectNode) lineItem();
        theirs.put("priority", 3).put("name", "Theirs");
        String path = "/v1/manage/line-items/" + id;
        String tag = "\"" + theirs.path("version").asInt() + "\"";
        assertThat(management.put(path, tag, theirs.toString()).statusCode()).isEqualTo(200);

        // when
        person.fill("Name", "Mine");
        person.fill("Daily budget", "30.00");
        person.press("Save");

        // then: both changes are shown, and nothing of either is lost
        browser.waitForText("#edit-line-item .conflict", "Somebody else has saved this");
        browser.waitForText("#edit-line-item [data-conflict=priority]", "not changed");
        looks("conflict");
        person.press("Keep mine, and the rest of theirs");
        person.press("Save");
        browser.waitForText("#edit-line-item .editor-foot", "Saved.");
        JsonNode kept = management.expect(200, "GET", path, "");
        assertThat(kept.path("name").asString()).isEqualTo("Mine");
        assertThat(kept.path("priority").asInt()).isEqualTo(3);
        assertThat(kept.at("/budget/daily/amount").asString()).isEqualTo("30.00");
        person.press("History");
        browser.waitForText("dialog .history", "Theirs");
        looks("history-of-line-item");
        person.press("Restore this version");
        person.press("Restore");
        browser.waitUntil(
                "the version of somebody else is back",
                () -> browser.text("#edit-line-item h1").equals("Theirs"));
    }

    private void pausesAndResumes() throws IOException, InterruptedException {
        go("#campaigns", "Autumn shoes");
        String row = "[data-campaign='" + campaign().path("id").asString() + "']";
        person.press("Pause", row);
        browser.waitForText(row, "Paused");
        person.press("Resume", row);
        browser.waitForText(row, "Serving");
        go("#campaign?id=" + campaign().path("id").asString(), "Line items");
        String budget = lineItem().at("/budget/daily/amount").asString();
        browser.waitForText("#campaign .budget", "of " + budget + " USD");
    }

    private void revokesAKey() throws IOException, InterruptedException {
        // given
        go("#apps", "Keys");
        person.press("New key");
        browser.waitFor("document.querySelector('dialog form') !== null");
        person.fill("Kind", "tag");
        person.fill("Allowed origins", "https://www.example.com/path");
        person.press("Make the key");
        browser.waitForText("dialog .summary", "Allowed origins");
        looks("new-key");
        person.fill("Allowed origins", "https://www.example.com");
        person.press("Make the key");
        browser.waitForText("dialog .secret", "il_tag_");
        person.press("I have it");
        browser.waitForText("#apps", "https://www.example.com");
        looks("apps");

        // when
        JsonNode fetchKey =
                find(management.expect(200, "GET", "/v1/manage/keys", ""), "kind", "fetch");
        String row = "[data-key='" + fetchKey.path("id").asString() + "']";
        person.press("Revoke", row);
        browser.type("#confirm-typed", "revoke");
        looks("revoke");
        person.press("Revoke the key");

        // then
        browser.waitFor("document.querySelector(\"" + row + "\") === null");
        go("#start", "Send a fetch");
        browser.waitUntil("the key is refused", () -> refused());
    }

    /// The page of the first step still has the key.
    private boolean refused() {
        person.press("Send the first fetch from here");
        return browser.text("#start").contains("The key is not known any more");
    }

    private void erasesASubscriber() throws IOException {
        go("#subscribers", "Erase a subscriber");
        browser.type("#erase-id", "onboarding-1");
        person.press("Erase …");
        browser.type("#confirm-typed", "erase");
        looks("erase");
        person.press("Erase", "dialog");
        browser.waitForText("#receipt", "This is the receipt.");
        looks("erased");
    }

    /// A page that is hidden or busy has the words of the time before.
    private void go(String address, String words) {
        browser.evaluate("location.hash = '" + address + "'");
        String page = address.contains("?") ? address.substring(0, address.indexOf('?')) : address;
        browser.waitFor(
                "document.querySelector('" + page + ":not([hidden], [aria-busy])') !== null");
        browser.waitForText(page, words);
    }

    private JsonNode campaign() throws IOException, InterruptedException {
        JsonNode all = management.expect(200, "GET", "/v1/manage/campaigns", "");
        return find(all, "name", "Autumn shoes");
    }

    private JsonNode lineItem() throws IOException, InterruptedException {
        JsonNode all = management.expect(200, "GET", "/v1/manage/line-items", "");
        return find(all, "campaignId", campaign().path("id").asString());
    }

    private static JsonNode find(JsonNode list, String field, String value) {
        return list.path("items")
                .valueStream()
                .filter(item -> item.path(field).asString("").equals(value))
                .findFirst()
                .orElseThrow();
    }

    private void looks(String name) throws IOException {
        faults.addAll(person.looks(PICTURES, "console-" + name));
    }

    @Override
    public void close() {
        browser.close();
    }
}
