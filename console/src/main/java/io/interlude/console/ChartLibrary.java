package io.interlude.console;

import io.interlude.web.page.StaticFile;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/// Chart.js, from its WebJar. The jar has its files under its version, which it tells itself, so
/// that the parent pom is the only place that names it.
final class ChartLibrary {
    /// Where the console has it.
    static final String FILE = "lib/chart.js";

    private static final String IN_JAR = "META-INF/resources/webjars/chart.js/";
    private static final String JAR_PROPERTIES =
            "META-INF/maven/org.webjars.npm/chart.js/pom.properties";

    private ChartLibrary() {}

    static byte[] read() {
        return StaticFile.read(IN_JAR + version() + "/dist/chart.umd.min.js");
    }

    private static String version() {
        Properties properties = new Properties();
        try {
            properties.load(
                    new StringReader(
                            new String(StaticFile.read(JAR_PROPERTIES), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }
}
