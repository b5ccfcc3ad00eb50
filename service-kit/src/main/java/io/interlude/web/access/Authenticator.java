package io.interlude.web.access;

import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.util.Set;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Flux;

/// Finds out who calls.
public interface Authenticator {
    /// The caller of the request: by `Authorization: Bearer`, else by the query parameter `key`,
    /// `apikey` or `apiKey`. A publisher tag must also come from one of its allowed origins. Counts
    /// as one request of the key's rate, and from now on as one of its owner's in this process.
    ///
    /// @throws io.interlude.web.refusal.ProblemException `missing_api_key`, `invalid_api_key`,
    ///   `key_not_allowed` or `rate_limited`
    /// @throws io.interlude.web.limits.OverloadedException if its owner's share is taken already
    Caller authenticate(ServerRequest request, Set<KeyKind> allowed);

    /// Whether a request that was let in would be so still: its key may be revoked since, its org
    /// suspended, its session over. Counts as nothing.
    boolean stillAdmits(ServerRequest request);

    /// An answer's pieces, which end with a refusal at the first one before which the request is no
    /// longer admitted: a client may take an answer for days.
    default <T> Flux<T> whileAdmitted(ServerRequest request, Flux<T> pieces) {
        return pieces.doOnNext(_ -> {
            if (!stillAdmits(request)) {
                throw Problem.of(Reason.INVALID_API_KEY, "The key or session is over.").exception();
            }
        });
    }

    /// Counts what a request brought beside its first piece, such as the further events of a batch,
    /// to the key's rate. Never refuses: the next requests of the key do wait for it.
    default void charge(Caller caller, long more) {}
}
