package io.interlude.browser;

/// Hands on a keyboard and on nothing else: Tab and Shift Tab from where the focus is, Enter, the
/// space bar and arrows.
public final class Keyboard extends Hands {
    private static final int MOST_PRESSES = 300;

    public Keyboard(Browser browser) {
        super(browser);
    }

    @Override
    public void choose(String label, String value) {
        String list = awaited(labelled(label));
        reach(list);
        for (int presses = 0; presses < MOST_PRESSES; presses++) {
            String way =
                    browser.evaluate(
                                    """
                                    (() => { const list = %s; const values = [...list.options].map((each) => each.value);
                                             return ["ArrowUp", "", "ArrowDown"][1 + Math.sign(values.indexOf(%s) - list.selectedIndex)]; })()\
                                    """
                                            .formatted(list, quoted(value)))
                            .asString();
            if (way.isEmpty()) {
                return;
            }
            browser.press(way);
        }
        throw new AssertionError("arrows do not lead to " + value);
    }

    /// By the search over everything.
    @Override
    void turnTo(String title) {
        browser.pressWithControl("k");
        browser.waitFor("document.activeElement.id === 'search-field'");
        browser.type(title);
        browser.waitFor(
                "document.querySelector('dialog .found a strong')?.textContent === "
                        + quoted(title));
        browser.press("Enter");
    }

    @Override
    void reach(String element) {
        for (int presses = 0; presses < MOST_PRESSES; presses++) {
            String way =
                    browser.evaluate(
                                    """
                                    (() => { const wanted = %s; const focused = document.activeElement;
                                             if (wanted === focused) return "";
                                             const isBefore = wanted?.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING;
                                             return isBefore ? "back" : "on"; })()\
                                    """
                                            .formatted(element))
                            .asString();
            switch (way) {
                case "" -> {
                    return;
                }
                case "back" -> browser.pressWithShift("Tab");
                default -> browser.press("Tab");
            }
        }
        throw new AssertionError("Tab does not lead to " + element);
    }

    @Override
    void act(String element) {
        reach(element);
        boolean isBox = browser.evaluate(element + ".matches('input')").asBoolean();
        browser.press(isBox ? " " : "Enter");
    }
}
