package io.interlude.manage.resource;

import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.web.access.Authenticator;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Mono;

/// Shared parts of the handlers of management paths: the editor, the condition, and how long a
/// change may take.
public final class ManagementRequests {
    /// Largest body of a request about one resource.
    public static final int MAX_BODY_BYTES = 64 * 1_024;

    private static final Duration LONGEST_CHANGE = Duration.ofSeconds(15);
    private static final Set<KeyKind> MANAGEMENT = EnumSet.of(KeyKind.MGMT);
    private static final Set<KeyKind> READERS = EnumSet.of(KeyKind.MGMT, KeyKind.READ);

    private final Authenticator authenticator;

    public ManagementRequests(Authenticator authenticator) {
        this.authenticator = authenticator;
    }

    /// Who edits.
    ///
    /// @throws io.interlude.web.refusal.ProblemException unless the request has a management key,
    ///   or the session of a person with the role for it
    public Editor editor(ServerRequest request) {
        return caller(request, MANAGEMENT);
    }

    /// The reader of a kind of resource, with a read key too where the kind is open to these.
    ///
    /// @throws io.interlude.web.refusal.ProblemException unless the request has such a key, or the
    ///   session of a person
    public Editor reader(ServerRequest request, ResourceKind<?> kind) {
        return caller(request, kind.openToReadKeys() ? READERS : MANAGEMENT);
    }

    private Editor caller(ServerRequest request, Set<KeyKind> kinds) {
        Caller caller = authenticator.authenticate(request, kinds);
        return new Editor(caller.orgId(), caller.actor());
    }

    public static Optional<EntityTag> condition(ServerRequest request) {
        return Optional.ofNullable(request.headers().firstHeader(HttpHeaders.IF_MATCH))
                .map(EntityTag::new);
    }

    /// The outcome of a change, or `journal_unavailable` when it takes too long; then it may still
    /// be made.
    public static <R> Mono<R> outcome(Supplier<CompletableFuture<R>> change) {
        return Mono.fromFuture(change, true)
                .timeout(LONGEST_CHANGE)
                .onErrorMap(TimeoutException.class, _ -> tooSlow());
    }

    private static RuntimeException tooSlow() {
        return Problem.of(
                        Reason.JOURNAL_UNAVAILABLE,
                        "The change was not confirmed in time: read the resource, then try again.")
                .withHeader(HttpHeaders.RETRY_AFTER, "1")
                .exception();
    }
}
