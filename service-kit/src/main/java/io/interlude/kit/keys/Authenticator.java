package io.interlude.kit.keys;

import java.util.Set;
import org.springframework.web.reactive.function.server.ServerRequest;

/// Finds out who calls.
public interface Authenticator {
    /// The caller of the request: by `Authorization: Bearer`, else by the query parameter `key`,
    /// `apikey` or `apiKey`. A publisher tag must also come from one of its allowed origins.
    ///
    /// @throws io.interlude.kit.http.ProblemException `missing_api_key`, `invalid_api_key` or
    ///   `key_not_allowed`
    Caller authenticate(ServerRequest request, Set<KeyKind> allowed);
}
