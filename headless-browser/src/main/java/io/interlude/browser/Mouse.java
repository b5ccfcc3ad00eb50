package io.interlude.browser;

/// Hands on a mouse: what is pressed has to be in sight, and nothing may cover it.
public final class Mouse extends Hands {
    public Mouse(Browser browser) {
        super(browser);
    }

    /// The list that opens is drawn by the browser outside the page: the option is taken as it
    /// would be taken there.
    @Override
    public void choose(String label, String value) {
        String list = awaited(labelled(label));
        bringIntoSight(list);
        browser.evaluate(
                """
                (() => { const list = %s; list.value = %s;
                         for (const name of ["input", "change"]) list.dispatchEvent(new Event(name, {bubbles: true})); })()\
                """
                        .formatted(list, quoted(value)));
    }

    @Override
    void turnTo(String title) {
        press(title, "#pages");
    }

    @Override
    void reach(String element) {
        act(element);
    }

    @Override
    void act(String element) {
        bringIntoSight(element);
        browser.drag(element, element);
    }

    private void bringIntoSight(String element) {
        browser.evaluate(element + "?.scrollIntoView({block: 'center'})");
        browser.waitFor(
                """
                (() => { const wanted = %s;
                         const box = wanted?.getBoundingClientRect();
                         return box && wanted.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); })()\
                """
                        .formatted(element));
    }
}
