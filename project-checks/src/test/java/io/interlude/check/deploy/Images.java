package io.interlude.check.deploy;

import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Every image is pinned, and the Dockerfile copies only what its context has.
final class Images implements DeployCheck {
    private static final Pattern PINNED =
            Pattern.compile(
                    "(?:[a-z0-9.-]+(?::[0-9]+)?/)?[a-z0-9._-]+(?:/[a-z0-9._-]+)*:v?[0-9]+\\.[\\w.-]+"
                            + "(?:@sha256:[0-9a-f]{64})?");
    private static final Pattern FROM = Pattern.compile("(?m)^FROM (\\S+)");
    private static final Pattern COPY = Pattern.compile("(?m)^COPY (?:--\\S+ )*(\\S+) \\S+$");

    @Override
    public Stream<String> findings(DeployFiles files) {
        ComposeFile compose = ComposeFile.of(files);
        String dockerfile = files.text("Dockerfile");
        Stream<String> images =
                Stream.of(
                                compose.nameToService().values().stream()
                                        .map(service -> service.path("image").asString("")),
                                KubernetesObjects.of(files)
                                        .containers()
                                        .map(container -> container.path("image").asString("")),
                                FROM.matcher(dockerfile).results().map(found -> found.group(1)))
                        .flatMap(names -> names)
                        .filter(image -> !PINNED.matcher(image).matches())
                        .map(image -> "image " + image + " is not pinned to a version");
        return Stream.of(images, copied(files, dockerfile), instructions(dockerfile))
                .flatMap(findings -> findings);
    }

    private static Stream<String> copied(DeployFiles files, String dockerfile) {
        String ignored = files.text(".dockerignore");
        return COPY.matcher(dockerfile)
                .results()
                .map(found -> found.group(1))
                .filter(source -> !isInContext(source, files, ignored))
                .map(source -> "Dockerfile: " + source + " is not in the context");
    }

    private static boolean isInContext(String source, DeployFiles files, String ignored) {
        return switch (source) {
            case "service.options" -> ignored.contains("\n!service.options\n");
            case "${SERVICE}/target/lib/" -> ignored.contains("\n!*/target/lib\n");
            case "${SERVICE}/target/${SERVICE}.jar" -> ignored.contains("\n!*/target/*.jar\n");
            default -> files.has(source) && ignored.contains("\n!deploy/image\n");
        };
    }

    private static Stream<String> instructions(String dockerfile) {
        return Stream.of(
                        "ARG SERVICE\n",
                        "\nUSER 10001:10001\n",
                        "\nSTOPSIGNAL SIGTERM\n",
                        "\nHEALTHCHECK ",
                        "\nENTRYPOINT [\"sh\", \"-c\", \"exec java @/opt/interlude/service.options ")
                .filter(line -> !dockerfile.contains(line))
                .map(line -> "Dockerfile: there is no " + line.strip());
    }
}
