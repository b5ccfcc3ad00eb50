package io.interlude.web.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Properties;

/// Files of a WebJar, which has them under its version. The jar tells that itself, so that the
/// parent pom is the only place that names it.
///
/// @param groupId group of the jar, such as `org.webjars`
/// @param artifactId name of the jar, such as `swagger-ui`
public record WebJar(String groupId, String artifactId) {
    /// The bytes of a file.
    ///
    /// @param path in the jar, after its version
    /// @throws IllegalArgumentException if the jar or the file is not on the class path
    public byte[] read(String path) {
        return StaticFile.read(
                "META-INF/resources/webjars/" + artifactId + '/' + version() + '/' + path);
    }

    private String version() {
        String place = "META-INF/maven/" + groupId + '/' + artifactId + "/pom.properties";
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(new String(StaticFile.read(place), UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }
}
