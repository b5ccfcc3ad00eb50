package io.interlude.web.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.web.access.OperatorToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Settings `interlude.operator.*`: one of the two. Prints no token.
///
/// @param token at least 16 characters
/// @param tokenFile file that holds the token; space around it does not count
public record OperatorSettings(@Nullable String token, @Nullable Path tokenFile) {
    public OperatorSettings {
        InvalidSettingsException.throwIfAny(violations(token, tokenFile));
    }

    private static List<String> violations(@Nullable String token, @Nullable Path tokenFile) {
        if (token == null && tokenFile == null) {
            return List.of("token is missing: give it, or a file with it as token-file");
        }
        if (token != null && tokenFile != null) {
            return List.of("token and token-file are both given: remove one");
        }
        try {
            var _ = tokenOf(token, tokenFile);
            return List.of();
        } catch (IOException e) {
            return List.of("token-file cannot be read: name a file that this process may read");
        } catch (IllegalArgumentException e) {
            return List.of("token is shorter than 16 characters");
        }
    }

    private static OperatorToken tokenOf(@Nullable String token, @Nullable Path tokenFile)
            throws IOException {
        if (tokenFile != null) {
            return new OperatorToken(Files.readString(tokenFile, UTF_8).strip());
        }
        return new OperatorToken(token == null ? "" : token);
    }

    /// The token, read from the file where there is one.
    ///
    /// @throws CannotStartException if the file is no longer what it was
    public OperatorToken operatorToken() {
        try {
            return tokenOf(token, tokenFile);
        } catch (IOException | IllegalArgumentException e) {
            throw new CannotStartException("The operator token cannot be read any more.", e);
        }
    }

    @Override
    public String toString() {
        return "OperatorSettings[…]";
    }
}
