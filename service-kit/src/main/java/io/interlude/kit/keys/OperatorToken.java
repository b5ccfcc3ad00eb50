package io.interlude.kit.keys;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.interlude.kit.http.Problem;
import io.interlude.kit.http.Reason;
import java.security.MessageDigest;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.server.ServerRequest;

/// The operator's token, which makes orgs. Compared in constant time; prints nothing.
public final class OperatorToken {
    private static final String SCHEME = "Bearer ";

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
    /// @throws io.interlude.kit.http.ProblemException `missing_api_key` or `invalid_api_key`
    public void require(ServerRequest request) {
        String header = request.headers().firstHeader(HttpHeaders.AUTHORIZATION);
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw Problem.of(
                            Reason.MISSING_API_KEY,
                            "Send the operator token as Authorization: Bearer.")
                    .exception();
        }
        byte[] given = header.substring(SCHEME.length()).strip().getBytes(UTF_8);
        if (!MessageDigest.isEqual(given, token)) {
            throw Problem.of(Reason.INVALID_API_KEY, "This is not the operator token.").exception();
        }
    }

    @Override
    public String toString() {
        return "OperatorToken[…]";
    }
}
