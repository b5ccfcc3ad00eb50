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

    private static final String RUN =
            """
            axe.run(document, {resultTypes: ["violations"]}).then(result => result.violations
                .filter(each => each.impact === "serious" || each.impact === "critical")
                .map(each => each.id + ": " + each.nodes
                    .map(node => node.target + " " + node.failureSummary).join("; ")))\
            """;

    private Accessibility() {}

    /// Serious and critical violations of the open page: rule, then the elements that break it.
    public static List<String> seriousFaults(Browser browser) {
        if (!browser.evaluate("typeof axe === 'object'").asBoolean()) {
            browser.evaluate(script() + ";0");
        }
        List<String> faults = new ArrayList<>();
        for (JsonNode fault : browser.evaluate(RUN)) {
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
