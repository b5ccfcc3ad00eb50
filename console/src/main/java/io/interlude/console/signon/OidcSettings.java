package io.interlude.console.signon;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.web.settings.CannotStartException;
import io.interlude.web.settings.InvalidSettingsException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Settings `interlude.console.oidc.*`. Prints no secret.
///
/// @param issuer address of the OpenID provider, under which its configuration is found; plain HTTP
///   only on this machine
/// @param clientId by which the provider knows the console
/// @param clientSecretFile file with the client's secret, space around it does not count; null for
///   a public client, which proves itself by PKCE alone
public record OidcSettings(
        @Nullable URI issuer, @Nullable String clientId, @Nullable Path clientSecretFile) {
    public OidcSettings {
        List<String> violations = new ArrayList<>();
        if (issuer == null) {
            violations.add("issuer is missing: give the address of the OpenID provider");
        } else if (!isSafe(issuer)) {
            violations.add("issuer is no https address without query and fragment");
        }
        if (clientId == null || clientId.isBlank()) {
            violations.add(
                    "client-id is missing: give the id that the provider knows the console by");
        }
        if (clientSecretFile != null) {
            try {
                if (read(clientSecretFile).isEmpty()) {
                    violations.add("client-secret-file is empty");
                }
            } catch (IOException e) {
                violations.add(
                        "client-secret-file cannot be read: name a file that this process may read");
            }
        }
        InvalidSettingsException.throwIfAny(violations);
    }

    private static boolean isSafe(URI issuer) {
        if (issuer.getHost() == null || issuer.getQuery() != null || issuer.getFragment() != null) {
            return false;
        }
        return switch (String.valueOf(issuer.getScheme()).toLowerCase(Locale.ROOT)) {
            case "https" -> true;
            case "http" -> isOnThisMachine(issuer.getHost());
            default -> false;
        };
    }

    private static boolean isOnThisMachine(String host) {
        try {
            return host.equals("localhost") || InetAddress.ofLiteral(host).isLoopbackAddress();
        } catch (IllegalArgumentException noAddress) {
            return false;
        }
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file, UTF_8).strip();
    }

    String issuerText() {
        return String.valueOf(issuer);
    }

    String client() {
        return String.valueOf(clientId);
    }

    /// The client's secret, if it has one.
    ///
    /// @throws CannotStartException if the file is no longer what it was
    Optional<String> clientSecret() {
        if (clientSecretFile == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(read(clientSecretFile));
        } catch (IOException e) {
            throw new CannotStartException(
                    "The console's client secret cannot be read any more.", e);
        }
    }

    @Override
    public String toString() {
        return "OidcSettings[" + issuer + "]";
    }
}
