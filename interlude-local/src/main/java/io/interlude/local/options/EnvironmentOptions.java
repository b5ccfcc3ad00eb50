package io.interlude.local.options;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The variables by which a person tells the launcher's commands how to run. Every method throws
/// IllegalArgumentException with a sentence that says what to change. Prints no token.
///
/// @param nameToValue the environment
public record EnvironmentOptions(Map<String, String> nameToValue) {
    private static final String OPERATOR_TOKEN = "INTERLUDE_OPERATOR_TOKEN";
    private static final String OPERATOR_TOKEN_FILE = "INTERLUDE_OPERATOR_TOKEN_FILE";
    private static final int HIGHEST_PORT = 65_535;

    /// A port.
    public int port(String name, int otherwise) {
        String text = nameToValue.getOrDefault(name, String.valueOf(otherwise));
        int port = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
        if (port < 1 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException(name + " must be a port from 1 to 65535.");
        }
        return port;
    }

    /// A folder, absolute.
    public Path folder(String name, String otherwise) {
        return Path.of(nameToValue.getOrDefault(name, otherwise)).toAbsolutePath().normalize();
    }

    /// A switch that is on unless it is `false`.
    public boolean flag(String name) {
        return switch (nameToValue.getOrDefault(name, "true")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(name + " must be true or false.");
        };
    }

    /// A URL without a slash at its end; null without the variable.
    public @Nullable URI url(String name) {
        return url(nameToValue.get(name), name);
    }

    /// The same of a text that came from elsewhere.
    ///
    /// @param name of what a person would change
    public static @Nullable URI url(@Nullable String text, String name) {
        if (text == null) {
            return null;
        }
        String trimmed = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        if (!trimmed.matches("https?://[^/\\s]+(/[^\\s?#]*)?")) {
            throw new IllegalArgumentException(
                    name + " must be a URL such as http://127.0.0.1:8080.");
        }
        return URI.create(trimmed);
    }

    /// The operator token, given itself or in a file; null without either.
    public @Nullable String operatorToken() {
        @Nullable String file = nameToValue.get(OPERATOR_TOKEN_FILE);
        if (file == null) {
            return nameToValue.get(OPERATOR_TOKEN);
        }
        if (nameToValue.containsKey(OPERATOR_TOKEN)) {
            throw new IllegalArgumentException(
                    "Give " + OPERATOR_TOKEN + " or " + OPERATOR_TOKEN_FILE + ", not both.");
        }
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException(
                    OPERATOR_TOKEN_FILE + " must name a file that this process may read.", e);
        }
    }

    @Override
    public String toString() {
        return "EnvironmentOptions";
    }
}
