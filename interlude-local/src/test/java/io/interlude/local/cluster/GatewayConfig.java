package io.interlude.local.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// `deploy/gateway/haproxy.cfg` as far as it says which backend serves a path. Reads the three ways
/// of naming paths that it uses, and refuses others, so that no line goes unread.
record GatewayConfig(List<String> lines) {
    static final Path FILE =
            Path.of("..", "deploy", "gateway", "haproxy.cfg").toAbsolutePath().normalize();

    private static final Pattern USE = Pattern.compile("use_backend (\\w+) if (.*)");
    private static final Pattern CONDITION = Pattern.compile("\\{ (\\w+) ([^{}]+) }");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");

    static GatewayConfig read() {
        try {
            return new GatewayConfig(Files.readAllLines(FILE).stream().map(String::strip).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The backend of the first line that names the path, else the default one.
    String backend(String path) {
        return lines.stream()
                .map(USE::matcher)
                .filter(Matcher::matches)
                .filter(use -> names(use.group(2), path))
                .map(use -> use.group(1))
                .findFirst()
                .orElse("nowhere");
    }

    private static boolean names(String conditions, String path) {
        for (String condition : conditions.split(" \\|\\| ", -1)) {
            Matcher matcher = CONDITION.matcher(condition);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("not understood: " + condition);
            }
            for (String value : matcher.group(2).split(" ", -1)) {
                if (names(matcher.group(1), value, path)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean names(String kind, String value, String path) {
        return switch (kind) {
            case "path" -> path.equals(value);
            case "path_beg" -> path.startsWith(value);
            case "path_reg" -> Pattern.compile(value).matcher(path).find();
            default -> throw new IllegalArgumentException("not understood: " + kind);
        };
    }

    /// Every variable of the environment that it reads.
    Set<String> variables() {
        return lines.stream()
                .filter(line -> !line.startsWith("#"))
                .flatMap(line -> VARIABLE.matcher(line).results())
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
    }
}
