package io.interlude.web.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.interlude.catalogue.key.ApiKeys;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.server.ServerRequest;

/// The operator's token, which makes orgs. Compared in constant time; prints nothing.
public final class OperatorToken {
    private static final String BEARER = "Bearer ";
    private static final String BASIC = "Basic ";

    private final byte[] token;

    /// @throws IllegalArgumentException if the token is shorter than 16 characters
    public OperatorToken(String token) {
        requireNonNull(token, "token is null");
        if (token.length() < 16) {
            throw new IllegalArgumentException("the operator token is shorter than 16 characters");
        }
        this.token = token.getBytes(UTF_8);
    }

    /// Lets only the operator pass: by `Authorization: Bearer`, never by the query.
    ///
    /// @throws io.interlude.web.refusal.ProblemException `missing_api_key` or `invalid_api_key`
    public void require(ServerRequest request) {
        String given =
                credentials(request, BEARER)
                        .orElseThrow(
                                () -> missing("Send the operator token as Authorization: Bearer."));
        requireSame(given.getBytes(UTF_8));
    }

    /// Like [#require], but the token may also be the password of `Authorization: Basic`, with any
    /// user name: what clients of a schema registry can send.
    ///
    /// @throws io.interlude.web.refusal.ProblemException `missing_api_key` or `invalid_api_key`
    public void requireBearerOrBasic(ServerRequest request) {
        Optional<String> basic = credentials(request, BASIC);
        if (basic.isEmpty()) {
            require(request);
            return;
        }
        requireSame(password(basic.get()));
    }

    private static byte[] password(String credentials) {
        try {
            String user = new String(Base64.getDecoder().decode(credentials), UTF_8);
            return user.substring(user.indexOf(':') + 1).getBytes(UTF_8);
        } catch (IllegalArgumentException e) {
            throw missing("Send user:token in base64 as Authorization: Basic.");
        }
    }

    private void requireSame(byte[] given) {
        if (!MessageDigest.isEqual(given, token)) {
            throw Problem.of(Reason.INVALID_API_KEY, "This is not the operator token.").exception();
        }
    }

    /// SHA-256 of the token in lower-case hex, for keys that change with it. Not to be shown: the
    /// token may be one that can be guessed.
    public String sha256() {
        return ApiKeys.sha256(new String(token, UTF_8));
    }

    private static Optional<String> credentials(ServerRequest request, String scheme) {
        return Optional.ofNullable(request.headers().firstHeader(HttpHeaders.AUTHORIZATION))
                .filter(header -> header.regionMatches(true, 0, scheme, 0, scheme.length()))
                .map(header -> header.substring(scheme.length()).strip());
    }

    private static ProblemException missing(String description) {
        return Problem.of(Reason.MISSING_API_KEY, description).exception();
    }

    @Override
    public String toString() {
        return "OperatorToken[…]";
    }
}
