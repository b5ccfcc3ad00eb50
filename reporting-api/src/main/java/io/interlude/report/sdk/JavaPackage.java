package io.interlude.report.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.web.page.StaticFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.cfg.PackageVersion;

/// The packages for Java: jars that the build puts on the class path as resources, and for each the
/// description that Maven and Gradle ask a repository for, without the parent that only a build of
/// the repository has.
enum JavaPackage {
    CLIENT("interlude-client"),
    FLOW_EXECUTOR("flow-executor");

    private static final String FOLDER = "sdk/java/";
    private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");

    private final String artifact;

    JavaPackage(String artifact) {
        this.artifact = artifact;
    }

    String version() {
        Matcher version = VERSION.matcher(new String(pom(), UTF_8));
        if (!version.find()) {
            throw new IllegalStateException("no version in the pom of " + artifact);
        }
        return version.group(1);
    }

    /// Such as `interlude-client-0.1.0.jar`.
    String fileName(String ending) {
        return artifact + '-' + version() + '.' + ending;
    }

    /// Where Maven looks for the file, below `/sdk/`.
    String pathInRepository(String ending) {
        return "maven/io/interlude/" + artifact + '/' + version() + '/' + fileName(ending);
    }

    byte[] jar() {
        return StaticFile.read(FOLDER + artifact + ".jar");
    }

    /// With the Jackson that the package was tested with.
    byte[] pom() {
        return new String(StaticFile.read(FOLDER + artifact + ".pom"), UTF_8)
                .replace("{jackson}", PackageVersion.VERSION.toString())
                .getBytes(UTF_8);
    }
}
