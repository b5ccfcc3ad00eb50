package io.interlude.check.deploy;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Every `INTERLUDE_` variable that a process gets names a setting of the configuration page, which
/// is held to the settings themselves.
final class SettingsExist implements DeployCheck {
    private static final String PAGE = "docs/configuration.md";
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(interlude\\.[a-z.-]+)` \\|");
    private static final Pattern DOCKER_VARIABLE = Pattern.compile("(INTERLUDE_[A-Z_]+)=");

    @Override
    public Stream<String> findings(DeployFiles files) {
        Set<String> known =
                ROW.matcher(files.text(PAGE))
                        .results()
                        .map(found -> letters(found.group(1)))
                        .collect(Collectors.toSet());
        ComposeFile compose = ComposeFile.of(files);
        return Stream.of(
                        compose.ownServices().stream()
                                .flatMap(name -> compose.environment(name).keySet().stream()),
                        KubernetesObjects.of(files).variables().keySet().stream(),
                        DOCKER_VARIABLE
                                .matcher(files.text("Dockerfile"))
                                .results()
                                .map(found -> found.group(1)))
                .flatMap(names -> names)
                .filter(name -> name.startsWith("INTERLUDE_"))
                .distinct()
                .filter(name -> !known.contains(letters(name)))
                .map(name -> name + " is no setting on " + PAGE);
    }

    private static String letters(String name) {
        return name.replaceAll("[._-]", "").toUpperCase(Locale.ROOT);
    }
}
