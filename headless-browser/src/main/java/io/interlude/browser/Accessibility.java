package io.interlude.browser;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import tools.jackson.databind.JsonNode;

/// The faults that axe-core finds on a page and that keep people with disabilities from using it.
/// The page's own policy does not matter: the script is run by the browser's tools, not by the
/// page.
public final class Accessibility {
    private static final String JAR_PROPERTIES =
            "/META-INF/maven/org.webjars.npm/axe-core/pom.properties";

    /// The rules of axe-core's category of colours that apply to everybody.
    private static final String COLOURS_ONLY =
            """
            , runOnly: {type: "rule", values: ["color-contrast", "link-in-text-block"]}\
            """;

    private Accessibility() {}

    /// Serious and critical violations of the open page: rule, then the elements that break it.
    public static List<String> seriousFaults(Browser browser) {
        return faults(browser, "");
    }

    /// The same by the rules that the colour scheme decides on. No other rule finds anything new on
    /// a page that was checked in the other scheme, and all of them take twice as long.
    public static List<String> faultsOfColours(Browser browser) {
        return faults(browser, COLOURS_ONLY);
    }

    private static List<String> faults(Browser browser, String options) {
        if (!browser.evaluate("typeof axe === 'object'").asBoolean()) {
            browser.evaluate(script() + ";0");
        }
        List<String> faults = new ArrayList<>();
        String run =
                """
                axe.run(document, {resultTypes: ["violations"]%s}).then(result => result.violations
                    .filter(each => each.impact === "serious" || each.impact === "critical")
                    .map(each => each.id + ": " + each.nodes
                        .map(node => node.target + " " + node.failureSummary).join("; ")))\
                """
                        .formatted(options);
        for (JsonNode fault : browser.evaluate(run)) {
            faults.add(fault.asString());
        }
        return faults;
    }

    private static String script() {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(read(JAR_PROPERTIES)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read(
                "/META-INF/resources/webjars/axe-core/"
                        + properties.getProperty("version")
                        + "/axe.min.js");
    }

    private static String read(String path) {
        try (InputStream file = Accessibility.class.getResourceAsStream(path)) {
            if (file == null) {
                throw new IllegalStateException("not on the class path: " + path);
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
