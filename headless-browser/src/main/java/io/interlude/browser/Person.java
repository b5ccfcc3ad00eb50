package io.interlude.browser;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/// Finds what a person finds on the open page: fields by their labels, buttons and links by their
/// words. What is hidden is not found.
public final class Person {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int HEIGHT = 900;
    private static final int WIDE = 1_280;
    private static final int NARROW = 360;

    private final Browser browser;

    public Person(Browser browser) {
        this.browser = browser;
    }

    /// Writes into the last visible field with the label; of a list, `value` is the option's value.
    public void fill(String label, String value) {
        browser.evaluate(
                """
                (() => { const field = %s.at(-1).control; field.value = %s;
                         field.dispatchEvent(new Event("input", {bubbles: true}));
                         field.dispatchEvent(new Event("change", {bubbles: true})); })()\
                """
                        .formatted(visible("label", label), quoted(value)));
    }

    /// Presses the first visible button, or follows the first visible link, with these words.
    public void press(String words) {
        browser.waitFor(visible("button, a", words) + ".length > 0");
        browser.evaluate(visible("button, a", words) + "[0].click()");
    }

    /// Presses the button of a row or part that the selector names.
    public void press(String words, String inside) {
        browser.evaluate(
                """
                [...document.querySelectorAll(%s)].find(each => each.textContent.trim() === %s).click()\
                """
                        .formatted(quoted(inside + " button, " + inside + " a"), quoted(words)));
    }

    /// Takes pictures in narrow and wide windows, light and dark, and says what is wrong with the
    /// page: what reaches beyond the window, and serious faults for people with disabilities.
    public List<String> looks(Path folder, String name) throws IOException {
        List<String> faults = new ArrayList<>();
        for (int width : new int[] {NARROW, WIDE}) {
            for (boolean dark : new boolean[] {false, true}) {
                browser.show(width, HEIGHT, dark);
                String scheme = dark ? "dark" : "light";
                browser.screenshot(folder.resolve(name + "-" + width + "-" + scheme + ".png"));
                if (tooWide()) {
                    faults.add(name + " is wider than " + width);
                }
            }
        }
        faults.addAll(Accessibility.faultsOfColours(browser));
        browser.show(WIDE, HEIGHT, false);
        faults.addAll(Accessibility.seriousFaults(browser));
        return faults;
    }

    private boolean tooWide() {
        return browser.evaluate("document.documentElement.scrollWidth > window.innerWidth")
                .asBoolean();
    }

    private static String visible(String selector, String words) {
        return "[...document.querySelectorAll(%s)].filter(each => each.offsetParent !== null && each.textContent.trim() === %s)"
                .formatted(quoted(selector), quoted(words));
    }

    private static String quoted(String text) {
        return JSON.writeValueAsString(text);
    }
}
