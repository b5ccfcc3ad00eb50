package io.interlude.browser;

import tools.jackson.databind.json.JsonMapper;

/// The actions of a person on the open page, by mouse or by keyboard. Buttons, links and parts that
/// open are found by their words or label, fields by their labels; what is hidden, inert, switched
/// off or behind a dialog is not found, and what is not there yet is waited for.
public abstract sealed class Hands permits Mouse, Keyboard {
    private static final JsonMapper JSON = JsonMapper.shared();

    protected final Browser browser;

    Hands(Browser browser) {
        this.browser = browser;
    }

    /// Presses the first button, link or part that opens with these words.
    public final void press(String words) {
        press(words, "html");
    }

    /// The same within the element that a selector names.
    public final void press(String words, String inside) {
        String named =
                "(each.getAttribute('aria-label') ?? each.textContent).trim() === %s && each.closest(%s)"
                        .formatted(quoted(words), quoted(inside));
        act(awaited(inFront("button, a[href], summary") + ".find((each) => " + named + ")"));
    }

    /// Presses what a selector names.
    public final void pressOn(String selector) {
        act(awaited(inFront(selector) + "[0]"));
    }

    /// Ticks the box with the label, or takes the tick away.
    public final void tick(String label) {
        act(awaited(labelled(label)));
    }

    /// Writes into the last field with the label, in place of what it holds.
    public final void fill(String label, String text) {
        reach(awaited(labelled(label)));
        browser.pressWithControl("a");
        browser.type(text);
    }

    /// Chooses an option of the last list with the label, by its value.
    public abstract void choose(String label, String value);

    /// Goes to a page of the console by its title.
    public final void goTo(String title) {
        turnTo(title);
        browser.waitFor(
                "document.title.startsWith(%s) && document.querySelector('main > [aria-busy]:not([hidden])') === null"
                        .formatted(quoted(title + " –")));
    }

    abstract void turnTo(String title);

    /// Puts the focus on the element that a JavaScript expression gives.
    abstract void reach(String element);

    /// Presses the element that a JavaScript expression gives.
    abstract void act(String element);

    final String awaited(String element) {
        browser.waitFor("(" + element + ") !== undefined");
        return "(" + element + ")";
    }

    static String labelled(String label) {
        return "%s.findLast((each) => [...(each.labels ?? [])].some((label) => label.textContent.trim() === %2$s) || each.getAttribute('aria-label') === %2$s)"
                .formatted(inFront("input, select, textarea"), quoted(label));
    }

    private static String inFront(String selector) {
        return """
        [...([...document.querySelectorAll("dialog[open]")].at(-1) ?? document).querySelectorAll(%s)]
            .filter((each) => each.checkVisibility() && !each.disabled && !each.closest("[inert]"))\
        """
                .formatted(quoted(selector));
    }

    static String quoted(String text) {
        return JSON.writeValueAsString(text);
    }
}
