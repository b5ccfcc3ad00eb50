package io.interlude.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.browser.Browser;
import io.interlude.browser.Person;
import io.interlude.report.boot.ReportServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Keys, history and subscribers in the console, over answers that are given; and what its forms
/// are made of.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleManagementIT {
    private static final Path PICTURES = Path.of("target", "screenshots");

    private final StubManagement stub = new StubManagement(true);
    private final ReportServer server =
            new ReportServer(InstantSource.system(), Duration.ofMillis(100), stub);
    private final Browser browser;
    private final Person person;

    ConsoleManagementIT() throws IOException {
        browser = new Browser();
        person = new Person(browser);
    }

    @BeforeAll
    void signIn() {
        signInWith("il_mgmt_1");
    }

    private void signInWith(String key) {
        browser.show(1_280, 900, false);
        browser.openAfresh(server.uri("/console"));
        browser.waitFor("!document.getElementById('sign-in').hidden");
        browser.type("#key", key);
        browser.click("#sign-in-button");
        browser.waitFor("!document.getElementById('overview').hidden");
        browser.evaluate("location.hash = '#live'");
        browser.waitFor("!document.getElementById('live').hidden");
    }

    @AfterAll
    void stop() {
        browser.close();
        server.close();
    }

    private void go(String address) {
        browser.evaluate("location.hash = '" + address + "'");
    }

    @Test
    void rotatesAKeyAndShowsTheNewOneOnce() throws IOException {
        // given
        go("#apps");
        browser.waitForText("#apps", "<b>App</b>");

        // when
        person.press("Rotate");
        person.fill("How long the old one stays valid", "PT1H");
        person.press("Rotate", "dialog");

        // then
        browser.waitForText("dialog .secret", "il_fetch_new");
        assertThat(person.looks(PICTURES, "console-key-shown")).isEmpty();
        assertThat(stub.asked())
                .contains("POST /v1/manage/keys/k1:rotate null {\"overlap\":\"PT1H\"}");
        person.press("I have it");
        browser.waitFor("!document.documentElement.innerHTML.includes('il_fetch_new')");
    }

    @Test
    void listsPeopleAndAddsOne() throws IOException {
        // given
        go("#people");
        browser.waitForText("#people", "<b>Ann</b>");
        assertThat(person.looks(PICTURES, "console-people")).isEmpty();

        // when
        person.press("New person");
        person.fill("Name", "Tom");
        person.fill("Email", "tom@example.com");
        person.press("Add", "dialog");

        // then
        browser.waitUntil(
                "the person is added",
                () ->
                        stub.asked()
                                .contains(
                                        "POST /v1/manage/users null"
                                                + " {\"name\":\"Tom\",\"email\":\"tom@example.com\",\"role\":\"viewer\"}"));
        browser.waitFor("document.querySelector('dialog') === null");
    }

    @Test
    void changesOneSettingAndLeavesTheOthers() throws IOException {
        // given
        go("#settings");
        browser.waitForText("#settings", "Ad load");
        assertThat(person.looks(PICTURES, "console-settings")).isEmpty();

        // when
        person.fill("Line items of one priority are ranked by", "balanced");
        person.press("Save");

        // then
        String saved =
                "{\"version\":5,\"currency\":\"EUR\",\"ranking\":\"balanced\",\"rates\":{\"USD\":\"0.92\"},"
                        + "\"suitability\":{\"decline\":[\"grief\"]},\"adLoad\":{\"minGap\":\"PT10M\"},"
                        + "\"blocked\":{\"categories\":[\"2\"]}}";
        browser.waitUntil(
                "the settings are saved",
                () -> stub.asked().contains("PUT /v1/manage/settings \"5\" " + saved));
    }

    @Test
    void findsACategoryOfAnAdvertiserByItsName() throws IOException {
        // given
        go("#advertisers");
        browser.waitForText("#advertisers", "<b>Fernhill</b>");
        browser.waitForText("#advertisers", "Automotive › Auto Body Styles");
        assertThat(person.looks(PICTURES, "console-advertisers")).isEmpty();

        // when
        person.press("New advertiser");
        person.fill("Name", "Oak");
        person.fill("Domains", "oak.example");
        person.press("Add a category", "dialog");
        person.fill("Category", "Automotive › Auto Body Styles › SUV (6)");
        person.press("Add", "dialog");

        // then
        browser.waitUntil(
                "the advertiser is added",
                () ->
                        stub.asked()
                                .contains(
                                        "POST /v1/manage/advertisers null"
                                                + " {\"name\":\"Oak\",\"domains\":[\"oak.example\"],\"categories\":[\"6\"]}"));
        browser.waitFor("document.querySelector('dialog') === null");
    }

    @Test
    void addsAConversionGoal() throws IOException {
        // given
        go("#goals");
        browser.waitForText("#goals", "<b>Purchase</b>");
        assertThat(person.looks(PICTURES, "console-goals")).isEmpty();
        assertThat(browser.text("#goals a[href*='eventType=conversion'][href*='follow=true']"))
                .isEqualTo("Conversions as they come");

        // when
        person.press("New goal");
        person.fill("Name", "Sign-up");
        person.fill("Conversions named", "sign_up");
        person.press("Add", "dialog");

        // then
        browser.waitUntil(
                "the goal is added",
                () ->
                        stub.asked()
                                .contains(
                                        "POST /v1/manage/conversion-goals null"
                                                + " {\"name\":\"Sign-up\",\"match\":{\"names\":[\"sign_up\"]},\"count\":\"one\","
                                                + "\"clickWindow\":\"PT720H\",\"viewWindow\":\"PT0H\"}"));
        browser.waitFor("document.querySelector('dialog') === null");
    }

    @Test
    void beginsAVersionOfAttributionAndTellsHowFarItIs() throws IOException {
        // given
        go("#goals");
        browser.waitForText("#attributions [data-attribution=week]", "<b>A week</b>");
        browser.waitForText("#attributions [data-attribution=week]", "7 days after a click");
        browser.waitForText("#attributions [data-attribution=week]", "Current");
        browser.waitForText("#attributions [data-attribution=far]", "Failed");

        // when
        person.press("New version");
        browser.waitFor("document.querySelector('dialog') !== null");
        assertThat(person.looks(PICTURES, "console-attribution")).isEmpty();
        person.fill("Id", "day");
        person.fill("Name", "Within a day");
        person.fill("After a click, within", "24");
        person.press("Begin", "dialog");

        // then
        browser.waitUntil(
                "the version is begun",
                () ->
                        stub.asked()
                                .contains(
                                        "POST /v1/attributions null"
                                                + " {\"id\":\"day\",\"name\":\"Within a day\","
                                                + "\"overrides\":{\"buy\":{\"clickWindow\":\"PT24H\"}}}"));
        browser.waitFor("document.querySelector('dialog') === null");
    }

    @Test
    void showsWhoChangedWhatAndRestoresAVersion() throws IOException {
        // given
        go("#campaign?id=c1");
        browser.waitForText("#campaign", "Autumn");

        // when
        person.press("History");
        browser.waitForText("dialog .history", "k-ann");
        assertThat(person.looks(PICTURES, "console-history")).isEmpty();
        person.press("Restore this version");
        person.press("Restore");

        // then
        browser.waitUntil(
                "it is restored",
                () ->
                        stub.asked()
                                .contains(
                                        "POST /v1/manage/campaigns/c1:restore \"3\" {\"revision\":4}"));
        browser.waitFor("document.querySelector('dialog') === null");
    }

    @Test
    void erasesASubscriberOnlyWhenAskedTwiceAndShowsTheReceipt() throws IOException {
        // given
        go("#subscribers");
        browser.waitFor("document.getElementById('erase-id') !== null");
        browser.type("#erase-id", "jo/ann");
        person.press("Erase …");
        browser.waitFor("document.querySelector('dialog .danger').disabled");
        assertThat(stub.asked()).noneMatch(asked -> asked.startsWith("DELETE"));

        // when
        browser.type("#confirm-typed", "erase");
        person.press("Erase", "dialog");

        // then
        browser.waitForText("#receipt", "r-77");
        browser.waitForText("#receipts", "r-77");
        assertThat(stub.asked()).contains("DELETE /v1/manage/subscribers/jo%2Fann null ");
        assertThat(browser.evaluate("location.href").asString()).doesNotContain("jo");
        assertThat(person.looks(PICTURES, "console-erased")).isEmpty();
    }

    @Test
    void asksBeforeAChangeThatIsNotSavedIsLost() {
        // given
        go("#campaign?id=c1");
        browser.waitForText("#campaign", "Advertiser");
        person.fill("Advertiser", "Somebody else");

        // when, then: staying keeps it
        go("#apps");
        browser.waitForText("dialog", "Leave without saving?");
        person.press("Cancel");
        browser.waitFor("document.querySelector('dialog') === null");
        assertThat(browser.evaluate("location.hash").asString()).isEqualTo("#campaign?id=c1");
        assertThat(
                        browser.evaluate("document.querySelector('#campaign .editor').innerText")
                                .asString())
                .contains("Not saved yet.");

        // when, then: leaving loses it
        go("#apps");
        browser.waitForText("dialog", "Leave without saving?");
        person.press("Leave without saving");
        browser.waitForText("#apps", "Keys");
    }

    @Test
    void tellsAReadKeyWhyItSeesNoCampaigns() {
        try {
            signInWith("il_read_1");
            for (String page : new String[] {"campaigns", "book", "apps", "start", "test-fetch"}) {
                go("#" + page);
                browser.waitForText("#" + page, "sign in with a management key");
            }
        } finally {
            signIn();
        }
    }

    /// On a Saturday at noon in UTC, the day before clocks change in Berlin.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{dayparts: []} | 2026-03-28T12:00:00.000Z",
                "{startAt: '2026-04-01T00:00:00Z', dayparts: []} | 2026-04-01T00:00:00.000Z",
                "{dayparts: [{days: ['sat'], from: '08:00', to: '24:00'}]} | 2026-03-28T12:00:00.000Z",
                "{dayparts: [{days: ['sat'], from: '08:00', to: '13:00'}]} | 2026-04-04T06:00:00.000Z",
                "{dayparts: [{days: ['mon', 'tue'], from: '08:00', to: '20:00'}]} | 2026-03-30T06:00:00.000Z",
                "{endAt: '2026-03-28T11:00:00Z', dayparts: []} | never",
                "{endAt: '2026-03-29T22:00:00Z', dayparts: [{days: ['mon'], from: '08:00', to: '20:00'}]} | never",
            })
    void tellsWhenALineItemFirstServes(String lineItem, String first) {
        assertThat(
                        browser.evaluate(
                                        """
                                        import('/console/book/standing.js').then(({ firstMoment }) => {
                                          const first = firstMoment({}, {timeZone: 'Europe/Berlin', ...%s}, Date.parse('2026-03-28T12:00:00Z'));
                                          return first === null ? 'never' : new Date(first).toISOString(); })\
                                        """
                                                .formatted(lineItem))
                                .asString())
                .isEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"all\":[{\"attribute\":\"country\",\"op\":\"in\",\"value\":[\"US\",\"a, b\"]}]}",
                "{\"any\":[{\"attribute\":\"age\",\"op\":\"gte\",\"value\":18},{\"not\":{\"attribute\":\"plan\",\"op\":\"eq\",\"value\":\"5\"}}]}",
                "{\"not\":{\"any\":[{\"attribute\":\"a\",\"op\":\"exists\",\"value\":false},{\"attribute\":\"b\",\"op\":\"eq\",\"value\":true}]}}",
                "{\"all\":[{\"any\":[{\"attribute\":\"a\",\"op\":\"ne\",\"value\":1.5},{\"all\":[{\"attribute\":\"b\",\"op\":\"startsWith\",\"value\":\"x\"}]}]}]}",
            })
    void readsTargetingBackAsItWasGiven(String tree) {
        assertThat(
                        browser.evaluate(
                                        """
                                        import('/console/form/targeting.js').then(({ Targeting }) => {
                                          const field = new Targeting(); field.write(%s);
                                          return JSON.stringify(field.read()); })\
                                        """
                                                .formatted(tree))
                                .asString())
                .isEqualTo(tree);
    }

    @Test
    void placesEachRuleOfTargetingAtThePathOfTheService() {
        assertThat(
                        browser.evaluate(
                                        """
                                        import('/console/form/targeting.js').then(({ Targeting }) => {
                                          const field = new Targeting(); field.place('targeting');
                                          field.write({all: [{attribute: 'a', op: 'eq', value: 1},
                                            {not: {any: [{attribute: 'b', op: 'eq', value: 1}, {attribute: 'c', op: 'eq', value: 1}]}},
                                            {not: {attribute: 'd', op: 'eq', value: 1}}]});
                                          return [...field.node.querySelectorAll('.rule')].map(rule => rule.dataset.path).join(' '); })\
                                        """)
                                .asString())
                .isEqualTo(
                        "targeting.all[0] targeting.all[1].not.any[0] targeting.all[1].not.any[1]"
                                + " targeting.all[2].not");
    }

    @ParameterizedTest
    @CsvSource({
        "PT24H, 1 day",
        "PT36H, 36 hours",
        "PT1H30M, 90 minutes",
        "P2DT12H, 60 hours",
        "lifetime, their lifetime",
        "P1M, P1M"
    })
    void saysDurationsAsPeopleDo(String duration, String words) {
        assertThat(
                        browser.evaluate(
                                        "import('/console/form/parts.js').then(parts => parts.durationWords('%s'))"
                                                .formatted(duration))
                                .asString())
                .isEqualTo(words);
    }

    @Test
    void showsAFlightByTheClockOfTheLineItemAndKeepsItsInstants() {
        assertThat(
                        browser.evaluate(
                                        """
                                        import('/console/book/line-item-form.js').then(({ lineItemForm }) => {
                                          const form = lineItemForm({zone: 'Europe/Berlin'}, {adUnits: [], goals: []}); form.place('');
                                          form.write({timeZone: 'America/New_York', startAt: '2026-03-01T05:00:00Z', endAt: '2026-04-01T04:00:00.500Z'});
                                          const { startAt, endAt } = form.read();
                                          return [form.controls.startAt.input.value, startAt, endAt].join(' '); })\
                                        """)
                                .asString())
                .isEqualTo("2026-03-01T00:00 2026-03-01T05:00:00Z 2026-04-01T04:00:00.500Z");
    }

    @Test
    void putsTwoPeoplesChangesTogether() {
        assertThat(
                        browser.evaluate(
                                        """
                                        import('/console/form/difference.js').then(({ merged, differences }) => {
                                          const base = {name: 'A', weight: 1, budget: {daily: {amount: '1', currency: 'USD'}, dailyImpressions: 5}, adUnits: ['x'], version: 1};
                                          const mine = {name: 'B', weight: 1, budget: {daily: {amount: '1', currency: 'USD'}}, adUnits: ['x', 'y'], version: 1};
                                          const theirs = {name: 'C', weight: 2, budget: {daily: {amount: '9', currency: 'USD'}, dailyImpressions: 5}, adUnits: ['x'], version: 2};
                                          return JSON.stringify([merged(base, mine, theirs), differences(base, theirs).map(each => each.path)]); })\
                                        """)
                                .asString())
                .isEqualTo(
                        "[{\"name\":\"B\",\"weight\":2,\"budget\":{\"daily\":{\"amount\":\"9\",\"currency\":\"USD\"}},"
                                + "\"adUnits\":[\"x\",\"y\"],\"version\":2},"
                                + "[\"name\",\"weight\",\"budget.daily\"]]");
    }
}
