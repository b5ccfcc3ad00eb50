package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.browser.Browser;
import io.interlude.browser.Person;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Daily work of an org that has one campaign: found by its name, duplicated, changed in bulk, put
/// back; refused events sent again, events taken back, and all of it exported and imported.
final class ConsoleDailyWork {
    private static final Path PICTURES = Path.of("target", "screenshots");
    private static final String CAMPAIGNS = "/v1/manage/campaigns";

    private final Browser browser;
    private final Person person;
    private final Api management;
    private final List<String> faults = new ArrayList<>();

    ConsoleDailyWork(Browser browser, Person person, Api management) {
        this.browser = browser;
        this.person = person;
        this.management = management;
    }

    /// What is not accessible on the pages that were seen.
    List<String> allOfIt() throws IOException, InterruptedException {
        findsTheCampaign();
        looksDeeperIntoAReport();
        followsTheJournal();
        duplicatesAndArchives();
        putsBack();
        sendsARefusedEventAgain();
        takesEventsBack();
        exportsAndImports();
        seesWhatAChangeWouldHaveDone();
        comparesWithThoseHeldOut();
        return faults;
    }

    private void findsTheCampaign() throws IOException, InterruptedException {
        fetch();
        String report = "/v1/reports?metrics=fetches&campaign=" + idOf("Autumn shoes");
        browser.waitUntil("the fetch is counted", () -> counted(report) == 1);
        go("#delivery", "Delivery");
        browser.waitUntil("the search is open", this::searches);
        browser.type("autumn");
        browser.waitForText("dialog .found", "Autumn shoes");
        looks("search");
        browser.press("Enter");
        browser.waitForText("#campaign h1", "Autumn shoes");
        browser.waitForText("#campaign .glance [data-tile=fetches]", "1");
        browser.waitFor(
                "document.querySelectorAll('#campaign .days canvas[aria-label]').length === 2");
        looks("campaign-today");
    }

    private boolean searches() {
        String open = "document.activeElement.id === 'search-field'";
        if (!browser.evaluate(open).asBoolean()) {
            browser.press("/");
        }
        return browser.evaluate(open).asBoolean();
    }

    private void looksDeeperIntoAReport() throws IOException {
        go("#reports?range=24h&granularity=total&groupBy=campaign&metrics=fetches", "Rows");
        browser.waitForText("#report-table tbody .deeper", "By line item");
        browser.click("#report-table tbody .deeper");
        browser.waitFor("location.hash.includes('groupBy=lineItem&')");
        browser.waitForText("#report-table tbody .deeper", "By creative");
    }

    private void followsTheJournal() throws IOException, InterruptedException {
        go("#journal", "Events");
        browser.waitForText("#journal-state", "events");
        browser.click("#journal-follow");
        browser.waitFor("document.getElementById('journal-order').value === 'desc'");
        String before = browser.text("#journal-state");
        String fetched = fetch();
        browser.waitForText("#journal-table tbody tr", fetched.substring(fetched.length() - 8));
        assertThat(browser.text("#journal-state")).isNotEqualTo(before);
        looks("journal-followed");
        browser.click("#journal-follow");
    }

    private void duplicatesAndArchives() throws IOException, InterruptedException {
        go("#campaigns", "Autumn shoes");
        browser.click("[data-campaign] a");
        browser.waitForText("#campaign h1", "Autumn shoes");
        person.press("Duplicate", "#campaign .editor-foot");
        browser.waitForText("#campaign h1", "Copy of Autumn shoes");
        browser.waitForText("#campaign [data-line-item]", "0 of 1 creatives approved");
        go("#campaigns", "Copy of Autumn shoes");
        String copy = idOf("Copy of Autumn shoes");
        person.press("Campaign", "#campaigns thead");
        browser.waitFor("document.querySelector('#campaigns th[aria-sort=ascending]') !== null");
        browser.click("[data-campaign='" + copy + "'] input");
        browser.waitForText("#campaigns .bulk", "1 chosen");
        looks("campaigns-chosen");
        person.press("Archive", "#campaigns .bulk");
        person.press("Archive", "dialog");
        browser.waitFor("document.querySelector(\"[data-campaign='" + copy + "']\") === null");
        assertThat(management.call("GET", CAMPAIGNS + "/" + copy, "").statusCode()).isEqualTo(404);
    }

    private void putsBack() throws IOException, InterruptedException {
        go("#changes?kind=archived", "Copy of Autumn shoes");
        looks("changes");
        browser.clickOn("document.querySelector('[aria-label=\"Put Copy of Autumn shoes back\"]')");
        person.press("Put back", "dialog");
        browser.waitUntil("it is back", () -> browser.text("#announcer").contains("is back"));
        assertThat(idOf("Copy of Autumn shoes")).isNotEmpty();
    }

    private void sendsARefusedEventAgain() throws IOException, InterruptedException {
        String fetched = fetch();
        String refused =
                "{\"version\": 3, \"eventType\": \"read\", \"fetchEventId\": \"" + fetched + "\"}";
        assertThat(management.call("POST", "/v1/event", refused).statusCode()).isEqualTo(422);
        go("#rejected", "Refused so far");
        browser.waitUntil(
                "the refused event is listed",
                () -> {
                    browser.evaluate(
                            "location.hash = '#rejected?reason=invalid_version&t=' + Date.now()");
                    return browser.text("#rejected").contains("Invalid version");
                });
        browser.click("[data-rejected] button");
        browser.waitFor("document.getElementById('rejected-body') !== null");
        looks("rejected");
        browser.evaluate(
                "document.getElementById('rejected-body').value ="
                        + " document.getElementById('rejected-body').value.replace('3', '2')");
        person.press("Send it again", "dialog");
        browser.waitForText("dialog [role=status]", "Recorded as event");
        person.press("Close", "dialog");
    }

    private void takesEventsBack() throws IOException, InterruptedException {
        String fetched = fetch();
        go("#corrections", "Nothing was taken back.");
        person.press("Take events back …");
        person.fill("Fetch", fetched);
        person.fill("Why", "a test of the desk");
        browser.waitUntil(
                "its fetch is counted",
                () -> {
                    person.press("Count them", "dialog");
                    browser.waitFor(
                            "document.querySelector('dialog [role=status]').textContent !== ''");
                    return browser.text("dialog [role=status]").contains("1 events: Fetch 1");
                });
        looks("take-back");
        person.press("Take them back", "dialog");
        browser.waitForText("#corrections", "a test of the desk");
    }

    private void exportsAndImports() throws IOException, InterruptedException {
        go("#catalogue-file", "Import");
        JsonNode exported = management.expect(200, "GET", "/v1/manage/catalogue", "");
        String changed = exported.toString().replace("Copy of Autumn shoes", "Winter shoes");
        browser.evaluate(
                """
                (() => { const all = new DataTransfer();
                  all.items.add(new File([%s], 'catalogue.json', {type: 'application/json'}));
                  const field = document.getElementById('catalogue-choose');
                  field.files = all.files; field.dispatchEvent(new Event('change')); })()\
                """
                        .formatted(Api.JSON.writeValueAsString(changed)));
        browser.waitForText("#catalogue-difference", "0 new, 1 changed, 0 archived");
        browser.waitForText("#catalogue-difference table", "Winter shoes");
        looks("import");
        person.press("Import", "#catalogue-difference");
        person.press("Import", "dialog");
        browser.waitForText("#catalogue-difference", "Imported");
        assertThat(idOf("Winter shoes")).isNotEmpty();
    }

    /// A price that was doubled, and a forecast of it; nothing of it is saved.
    private void seesWhatAChangeWouldHaveDone() throws IOException, InterruptedException {
        String id = idOf("Autumn shoes");
        JsonNode items = management.expect(200, "GET", "/v1/manage/line-items", "").path("items");
        JsonNode item =
                items.valueStream()
                        .filter(each -> each.path("campaignId").asString().equals(id))
                        .findFirst()
                        .orElseThrow();
        String path = "/v1/manage/line-items/" + item.path("id").asString();
        go("#edit-line-item?id=" + item.path("id").asString(), "What if");
        person.fill("Price", "10.00");
        person.press("What if");
        browser.waitForText("#edit-line-item .what-if table", item.path("name").asString());
        browser.waitForText("#edit-line-item .what-if", "requests of the last seven days");
        person.press("Forecast");
        browser.waitForText("#edit-line-item .forecast", "in four cases of five");
        looks("what-if");
        person.press("Undo changes");
        assertThat(management.expect(200, "GET", path, "")).isEqualTo(item);
    }

    private void comparesWithThoseHeldOut() throws IOException, InterruptedException {
        String path = CAMPAIGNS + "/" + idOf("Winter shoes");
        ObjectNode campaign = (ObjectNode) management.expect(200, "GET", path, "");
        String tag = "\"" + campaign.path("version").asInt() + "\"";
        campaign.put("holdout", 0.2);
        assertThat(management.put(path, tag, campaign.toString()).statusCode()).isEqualTo(200);
        management.expect(
                201,
                "POST",
                "/v1/manage/conversion-goals",
                "{\"name\": \"Order\", \"match\": {\"names\": [\"order\"]}}");
        go("#campaign?id=" + campaign.path("id").asString(), "Lift");
        person.press("Compare");
        browser.waitForText("#campaign .lift", "Too few have converted to tell a lift.");
        looks("lift");
    }

    /// The line item targets Germany.
    private String fetch() throws IOException, InterruptedException {
        JsonNode unit =
                management.expect(200, "GET", "/v1/manage/ad-units", "").at("/items/0/code");
        String body = "{\"adUnit\": " + unit + ", \"attributes\": {\"country\": \"DE\"}}";
        return management.expect(200, "POST", "/v1/fetch/v2", body).path("messageId").asString();
    }

    private int counted(String report) {
        try {
            return management.expect(200, "GET", report, "").at("/rows/0/fetches").asInt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private String idOf(String name) throws IOException, InterruptedException {
        return management
                .expect(200, "GET", CAMPAIGNS, "")
                .path("items")
                .valueStream()
                .filter(each -> each.path("name").asString().equals(name))
                .map(each -> each.path("id").asString())
                .findFirst()
                .orElseThrow();
    }

    private void go(String address, String words) {
        browser.evaluate("location.hash = '" + address + "'");
        String page = address.contains("?") ? address.substring(0, address.indexOf('?')) : address;
        browser.waitFor(
                "document.querySelector('" + page + ":not([hidden], [aria-busy])') !== null");
        browser.waitForText(page, words);
    }

    private void looks(String name) throws IOException {
        faults.addAll(person.looks(PICTURES, "console-" + name));
    }
}
