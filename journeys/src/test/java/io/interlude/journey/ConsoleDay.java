package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.browser.Accessibility;
import io.interlude.browser.Browser;
import io.interlude.browser.Hands;
import io.interlude.browser.Keyboard;
import io.interlude.browser.Mouse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// The first day of an org in the console, from one end to the other, by mouse or by keyboard
/// alone: Tom books, looks and builds, Ann approves. No error may be in the browser's console at
/// its end. Pictures are left in `target/screenshots`.
final class ConsoleDay implements AutoCloseable {
    private static final Path PICTURES = Path.of("target", "screenshots");
    private static final int HEIGHT = 900;
    private static final int WIDE = 1_280;
    private static final int[] WIDTHS = {390, WIDE};
    private static final String FINE = "Nothing needs fixing.";
    private static final String FOR_APPROVAL = "Boots for snow";
    private static final String FLOW = "/v1/manage/creatives/autumn-quiz";

    private final URI base;
    private final Api management;
    private final Path folder;
    private final Browser browser;
    private final Hands hands;
    private final boolean isByMouse;
    private final List<String> faults = new ArrayList<>();

    private ConsoleDay(ProductProcess product, Path folder, boolean isByMouse)
            throws IOException, InterruptedException {
        base = product.url();
        this.folder = Files.createDirectories(folder);
        this.isByMouse = isByMouse;
        Api operator = Api.of(base, ProductProcess.OPERATOR_TOKEN);
        String org =
                "{\"id\": \"day-%s\", \"name\": \"Desk\", \"timeZone\": \"Europe/Berlin\"}"
                        .formatted(isByMouse ? "mouse" : "keyboard");
        management =
                operator.withKey(
                        operator.expect(201, "POST", "/v1/operator/orgs", org)
                                .path("key")
                                .asString());
        user("tom", "Tom", "admin");
        user("ann", "Ann", "approver");
        browser = new Browser();
        browser.show(WIDE, HEIGHT, false);
        browser.saveInto(folder);
        hands = isByMouse ? new Mouse(browser) : new Keyboard(browser);
    }

    /// In widths and colour schemes that people have, each main page is looked at too.
    static void byMouse(ProductProcess product, Path folder)
            throws IOException, InterruptedException {
        try (ConsoleDay day = new ConsoleDay(product, folder, true)) {
            day.pass();
        }
    }

    static void byKeyboard(ProductProcess product, Path folder)
            throws IOException, InterruptedException {
        try (ConsoleDay day = new ConsoleDay(product, folder, false)) {
            day.pass();
        }
    }

    private void pass() throws IOException, InterruptedException {
        browser.openAfresh(base.resolve(link("tom")));
        browser.waitForText("#who", "Tom (admin)");
        booksWithTwoCreatives();
        losesNothingOnTheWay();
        startsAndSeesItServe();
        findsOutWhyAnotherDoesNot();
        pauses();
        comparesSavesAndExports();
        asksForASecondPerson();
        booksForApproval();
        buildsAFlow();
        hands.press("Sign out");
        browser.waitFor("!document.getElementById('sign-in').hidden");
        browser.open(base.resolve(link("ann")));
        browser.waitForText("#who", "Ann (approver)");
        approvesTheCard();
        approves();
        assertThat(faults).isEmpty();
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.sent()).noneMatch(sent -> sent.url().contains(management.key()));
    }

    private void user(String id, String name, String role)
            throws IOException, InterruptedException {
        management.expect(
                201,
                "POST",
                "/v1/manage/users",
                """
                {"id": "%1$s", "email": "%1$s@example.com", "name": "%2$s", "role": "%3$s"}\
                """
                        .formatted(id, name, role));
    }

    private String link(String userId) throws IOException, InterruptedException {
        return management
                .expect(201, "POST", "/console/links", "{\"userId\": \"" + userId + "\"}")
                .path("path")
                .asString();
    }

    private void booksWithTwoCreatives() throws IOException {
        browser.waitForText("#overview", "What needs attention");
        looks("overview-empty");
        hands.goTo("Book a campaign");
        hands.fill("Name", "Autumn shoes");
        hands.fill("Advertiser", "Fernhill");
        hands.press("Save and go on");
        hands.fill("Price", "5.00");
        hands.press("Add a daypart");
        hands.press("Remove daypart 1");
        hands.press("Save and go on");
        creative("Shoes that last");
        browser.waitForText("#book .previews", "Sponsored by Fernhill");
        looks("book-creative");
        hands.press("Save and add another");
        browser.waitForText("#book", "Beside this one: Shoes that last");
        creative("Shoes for rain");
        hands.press("Save and go on");
        browser.waitForText("#book", "Nothing serves yet. It serves within two seconds");
        browser.waitForText("#book", "5.00 USD, CPM: a thousand impressions");
        browser.waitForText("#book", "3 in 1 day for each line item");
        looks("book-check");
    }

    private void creative(String title) {
        hands.fill("Title", title);
        hands.fill("Text", "Handmade in the Alps.");
        hands.fill("Leads to", "https://shop.example.com/");
    }

    /// Steps back, an unsaved change and a reload make no second line item and lose nothing.
    private void losesNothingOnTheWay() throws IOException, InterruptedException {
        hands.press("Line item", "#book .wizard");
        hands.fill("Daily budget", "20.00");
        browser.reload();
        browser.waitForText("#book .editor-foot", "Not saved yet.");
        hands.press("Save and go on");
        browser.waitForText("#book", "20.00 USD a day");
        browser.evaluate("history.back()");
        browser.waitForText("#book", "at which price");
        browser.evaluate("history.forward()");
        browser.waitForText("#book", "20.00 USD a day");
        assertThat(all("campaigns")).hasSize(1);
        assertThat(all("line-items")).hasSize(1);
        assertThat(all("creatives")).hasSize(2);
    }

    private void startsAndSeesItServe() throws IOException, InterruptedException {
        hands.press("Start serving");
        browser.waitForText("#book", "It is started.");
        hands.goTo("Start here");
        hands.press("Make all three");
        hands.press("Send the first fetch from here");
        browser.waitForText("#start .ticks", "native-");
        hands.press("Send its event from here");
        browser.waitForText("#start-end", "Verified.");
        hands.goTo("Live");
        browser.waitForText("#live [data-line-item]", "Autumn shoes");
        looks("live");
    }

    private void findsOutWhyAnotherDoesNot() throws IOException {
        hands.goTo("Campaigns");
        hands.press("Autumn shoes", "#campaigns table");
        browser.waitForText("#campaign", "Add a line item");
        looks("campaign");
        hands.press("Add a line item");
        browser.waitForText("#edit-line-item", "New line item");
        hands.fill("Name", "Germany only");
        hands.choose("Status", "active");
        hands.fill("Price", "4.00");
        hands.press("Add a rule");
        hands.fill("Attribute", "country");
        hands.fill("Value", "DE");
        hands.press("Add line item");
        creative("Shoes for Germany");
        hands.press("Add creative");
        hands.press("Why doesn't it serve?");
        browser.waitForText("#test-result [data-rule=targeting]", "country is DE");
        looks("test-not-served");
    }

    private void pauses() throws IOException {
        hands.goTo("Campaigns");
        hands.press("Pause Autumn shoes");
        browser.waitForText("#campaigns [data-campaign]", "Paused");
        looks("campaigns");
    }

    private void comparesSavesAndExports() throws IOException {
        hands.goTo("Overview");
        hands.press("Fetches", "#overview .glance");
        browser.waitForText("#report-table", "was 0");
        hands.choose("Rows by", "total");
        hands.tick("Line item");
        browser.waitForText("#report-table tbody", "Autumn shoes");
        hands.press("Save this report");
        hands.fill("Name", "Today beside yesterday");
        hands.press("Save");
        browser.waitForText("#report-saved-state", "Saved.");
        looks("report");
        hands.press("Download CSV");
        browser.waitUntil("the file is saved", () -> !reports().isEmpty());
        assertThat(Files.readString(reports().getFirst()))
                .contains("lineItem.name", "Autumn shoes");
    }

    /// Chromium reserves a download's name with an empty file, and moves the whole one there.
    private List<Path> reports() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(
                            file -> file.toString().endsWith(".csv") && file.toFile().length() > 0)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void asksForASecondPerson() throws IOException {
        hands.goTo("Settings");
        hands.choose("Approval", "second_person");
        hands.press("Save");
        browser.waitForText("#settings .editor-foot", "Saved.");
        looks("settings");
    }

    private void booksForApproval() throws IOException {
        hands.goTo("Book a campaign");
        hands.fill("Name", "Winter boots");
        hands.fill("Advertiser", "Fernhill");
        hands.press("Save and go on");
        hands.fill("Price", "6.00");
        hands.press("Save and go on");
        creative(FOR_APPROVAL);
        hands.press("Save and go on");
        browser.waitForText("#book", "within two seconds, once somebody else has approved");
        looks("book-for-approval");
        hands.press("Start, and ask for approval");
        browser.waitForText("#book", "It is started. It serves within two seconds, once");
        browser.waitForText("#book [data-creative]", "Submitted");
    }

    private void approvesTheCard() throws IOException, InterruptedException {
        browser.waitForText("#overview .attention", "Waits for approval");
        looks("overview-approvals");
        hands.press(FOR_APPROVAL, "#overview .attention");
        hands.choose("Status", "approved");
        hands.press("Save");
        browser.waitForText("#creative .editor-foot", "Saved.");
        String approved =
                all("creatives")
                        .valueStream()
                        .filter(each -> each.at("/card/title").asString().equals(FOR_APPROVAL))
                        .map(each -> each.path("status").asString())
                        .collect(Collectors.joining());
        assertThat(approved).isEqualTo("approved");
    }

    /// Five steps from a template of four. By mouse, the way to the fifth is drawn.
    private void buildsAFlow() throws IOException {
        hands.goTo("Flows");
        hands.press("New flow");
        hands.fill("Name", "Autumn quiz");
        hands.press("Begin");
        browser.waitForText("#flow-verdict", FINE);
        hands.press("Add a step");
        hands.choose("Type", "link_out");
        hands.fill("Opens", "https://shop.example.com/");
        hands.fill("Button", "See it");
        hands.pressOn("[data-node=ask]");
        browser.waitForText("#step-title", "Step: ask");
        hands.press("Add an answer");
        hands.fill("Answer", "Tell me more");
        browser.waitForText("#flow-violations", "ask, answer 3, leads to");
        if (isByMouse) {
            browser.evaluate("document.getElementById('flow-graph').scrollIntoView()");
            browser.drag(
                    "document.querySelector(\"[data-way='nodes[1].choices[2].target']\")",
                    "document.querySelector('[data-index=\"4\"]')");
        } else {
            hands.choose("Leads to", "step-5");
        }
        browser.waitForText("#flow-verdict", FINE);
        looks("flow-built");
        hands.press("Save draft");
        browser.waitForText("#flow-message", "Saved as a draft.");
        hands.press("Submit for approval");
        browser.waitForText("#flow-message", "Saved. It waits for approval.");
    }

    private void approves() throws IOException, InterruptedException {
        hands.goTo("Flows");
        hands.press("autumn-quiz");
        browser.waitForText("#flow-verdict", FINE);
        hands.press("Approve");
        browser.waitForText("#flow-message", "Saved. It serves within two seconds");
        JsonNode built = management.expect(200, "GET", FLOW, "");
        assertThat(built.path("status").asString()).isEqualTo("approved");
        assertThat(built.at("/flow/nodes").size()).isEqualTo(5);
        assertThat(built.at("/flow/nodes/1/choices/2/target"))
                .isEqualTo(built.at("/flow/nodes/4/id"));
        JsonNode last = management.expect(200, "GET", FLOW + "/history", "").at("/items/0");
        assertThat(last.path("changedBy").asString()).isEqualTo("ann");
    }

    private JsonNode all(String kind) throws IOException, InterruptedException {
        return management.expect(200, "GET", "/v1/manage/" + kind, "").path("items");
    }

    /// What does not fit its window, and what keeps people with disabilities from using it.
    private void looks(String name) throws IOException {
        if (!isByMouse) {
            return;
        }
        for (int width : WIDTHS) {
            for (boolean dark : new boolean[] {false, true}) {
                browser.show(width, HEIGHT, dark);
                String look = name + "-" + width + (dark ? "-dark" : "-light");
                browser.screenshot(PICTURES.resolve("day-" + look + ".png"));
                if (browser.evaluate("document.documentElement.scrollWidth > window.innerWidth")
                        .asBoolean()) {
                    faults.add(look + " is wider than its window");
                }
                List<String> found =
                        dark
                                ? Accessibility.faultsOfColours(browser)
                                : Accessibility.seriousFaults(browser);
                found.forEach(fault -> faults.add(look + ": " + fault));
            }
        }
        browser.show(WIDE, HEIGHT, false);
    }

    @Override
    public void close() {
        browser.close();
    }
}
