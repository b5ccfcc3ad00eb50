package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.browser.Accessibility;
import io.interlude.browser.Browser;
import io.interlude.browser.Person;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The operator makes an org, gives it another key, renames it, suspends it and lets it go on, by
/// mouse and by keyboard in a real browser. Pictures are left in `target/screenshots`.
class ConsoleOperatorIT {
    private static final Path PICTURES = Path.of("target", "screenshots");
    private static final String ORG = "harbour-press";
    private static final int HEIGHT = 900;
    private static final int WIDE = 1_280;

    @TempDir private static Path folder;

    private static ProductProcess product;
    private static Browser browser;
    private static Person person;
    private static Api operator;

    private final List<String> faults = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        product = ProductProcess.start(folder);
        operator = Api.of(product.url(), ProductProcess.OPERATOR_TOKEN);
        browser = new Browser();
        person = new Person(browser);
    }

    @AfterAll
    static void stop() throws Exception {
        browser.close();
        product.close();
    }

    @Test
    void makesRenamesAndSuspendsAnOrg() throws Exception {
        browser.show(WIDE, HEIGHT, false);
        browser.openAfresh(product.url().resolve("/console/operator"));
        browser.waitFor("!document.getElementById('sign-in').hidden");

        signsIn();
        makesAnOrg();
        givesAnotherKey();
        renames();
        suspendsAndResumesByKeyboard();
        signsOut();

        assertThat(faults).isEmpty();
        assertThat(browser.sent())
                .noneMatch(sent -> sent.url().contains(ProductProcess.OPERATOR_TOKEN));
        assertThat(browser.complaints())
                .noneMatch(complaint -> complaint.contains("exceptionDetails"))
                .noneMatch(complaint -> complaint.contains("Content Security Policy"));
    }

    private void signsIn() throws IOException {
        looks("operator-sign-in");
        browser.type("#token", "no-token-of-the-operator");
        browser.click("#sign-in-button");
        browser.waitForText("#token-error", "not the operator token");

        browser.evaluate("document.getElementById('token').select()");
        browser.type(ProductProcess.OPERATOR_TOKEN);
        browser.press("Enter");
        browser.waitFor("!document.getElementById('orgs').hidden");
        browser.waitFor("document.getElementById('new-org') !== null");
        assertThat(browser.evaluate("document.getElementById('token').value").asString()).isEmpty();
        assertThat(browser.evaluate("document.cookie").asString()).isEmpty();
        // A reload keeps the session.
        browser.evaluate("location.reload()");
        browser.waitFor("document.getElementById('new-org') !== null");
    }

    private void makesAnOrg() throws IOException, InterruptedException {
        person.press("New org");
        person.fill("Name", "Harbour Press");
        person.fill("Id", "Not An Id");
        person.fill("Time zone", "Europe/Berlin");
        person.press("Make the org");
        browser.waitFor("document.querySelector('dialog [data-field=id] .field-error') !== null");
        looks("operator-new-org");
        person.fill("Id", ORG);
        person.press("Make the org");
        isLetIn(shownKey());
        looks("operator-key");
        person.press("I have it");
        browser.waitFor(row("Harbour Press"));
        looks("operator-orgs");
    }

    private void givesAnotherKey() throws IOException, InterruptedException {
        person.press("New key", "[data-org=" + ORG + "]");
        person.fill("Label", "In place of the one that was lost");
        person.press("Make the key");
        isLetIn(shownKey());
        person.press("I have it");
    }

    private void renames() {
        person.press("Rename", "[data-org=" + ORG + "]");
        person.fill("Name", "Harbour House");
        browser.click("dialog[open] button[type=submit]");
        browser.waitFor(row("Harbour House"));
        browser.waitFor("document.activeElement.closest('[data-org=" + ORG + "]') !== null");
    }

    /// From the button that has the focus after a change on.
    private void suspendsAndResumesByKeyboard() throws IOException {
        tabTo("Suspend Harbour House");
        browser.press("Enter");
        browser.waitForText("dialog[open]", "403 org_suspended");
        browser.waitForText("dialog[open]", "still lead to their targets");
        looks("operator-suspend");
        browser.press("Escape");
        browser.waitFor("document.querySelector('dialog') === null");
        assertThat(isSuspended()).isFalse();

        browser.press("Enter");
        browser.waitFor("document.querySelector('dialog[open]') !== null");
        tabTo("Suspend the org");
        browser.press("Enter");
        browser.waitForText("[data-org=" + ORG + "]", "suspended");
        assertThat(isSuspended()).isTrue();
        looks("operator-suspended");

        tabTo("Resume Harbour House");
        browser.press("Enter");
        browser.waitFor("document.querySelector('dialog[open]') !== null");
        tabTo("Resume the org");
        browser.press("Enter");
        browser.waitForText("[data-org=" + ORG + "]", "active");
        assertThat(isSuspended()).isFalse();
    }

    private void signsOut() {
        browser.click("#sign-out");
        browser.waitFor("!document.getElementById('sign-in').hidden");
        browser.evaluate("location.reload()");
        browser.waitFor("document.getElementById('sign-in')?.hidden === false");
        assertThat(browser.evaluate("document.querySelector('[data-org]') === null").asBoolean())
                .isTrue();
    }

    private void tabTo(String name) {
        for (int presses = 0; presses < 60; presses++) {
            String focused =
                    browser.evaluate(
                                    """
                                    document.activeElement.getAttribute("aria-label")
                                        ?? document.activeElement.textContent\
                                    """)
                            .asString();
            if (focused.equals(name)) {
                return;
            }
            browser.press("Tab");
        }
        throw new AssertionError("by keyboard there is no way to " + name);
    }

    private String shownKey() {
        browser.waitFor("document.querySelector('dialog[open] .secret code') !== null");
        return browser.text("dialog[open] .secret code");
    }

    private void isLetIn(String key) throws IOException, InterruptedException {
        JsonNode keys = operator.withKey(key).expect(200, "GET", "/v1/manage/keys", "");
        assertThat(keys.path("items").size()).isPositive();
    }

    private boolean isSuspended() {
        try {
            HttpResponse<String> orgs = operator.call("GET", "/v1/operator/orgs?limit=500", "");
            return Api.JSON
                    .readTree(orgs.body())
                    .path("items")
                    .valueStream()
                    .anyMatch(org ->
                            org.path("id").asString().equals(ORG)
                                    && org.path("suspended").asBoolean());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String row(String name) {
        return "document.querySelector('[data-org=%s]')?.textContent.includes('%s')"
                .formatted(ORG, name);
    }

    /// What is open, in each width and colour scheme that it must fit.
    private void looks(String name) throws IOException {
        faults.addAll(person.looks(PICTURES, name));
        browser.show(390, HEIGHT, false);
        faults.addAll(Accessibility.seriousFaults(browser));
        browser.show(390, HEIGHT, true);
        faults.addAll(Accessibility.faultsOfColours(browser));
        browser.show(WIDE, HEIGHT, false);
    }
}
