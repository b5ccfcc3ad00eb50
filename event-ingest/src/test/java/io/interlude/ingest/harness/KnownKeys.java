package io.interlude.ingest.harness;

import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.KeyId;
import io.interlude.domain.identity.OrgId;
import io.interlude.web.access.Authenticator;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.springframework.web.reactive.function.server.ServerRequest;

/// Knows one key of each kind for the org of the tests, named after the kind, and `other`, a fetch
/// key of another org.
public final class KnownKeys implements Authenticator {
    public static final OrgId ORG = new OrgId("acme");
    public static final OrgId OTHER_ORG = new OrgId("other");

    @Override
    public Caller authenticate(ServerRequest request, Set<KeyKind> allowed) {
        String key =
                Optional.ofNullable(request.headers().firstHeader("Authorization"))
                        .map(header -> header.replace("Bearer ", ""))
                        .or(() -> request.queryParam("key"))
                        .orElseThrow(() -> refusal(Reason.MISSING_API_KEY));
        Caller caller = caller(key);
        if (!allowed.contains(caller.kind())) {
            throw refusal(Reason.KEY_NOT_ALLOWED);
        }
        return caller;
    }

    private static Caller caller(String key) {
        return switch (key) {
            case "fetch", "tag", "mgmt", "read" ->
                    caller(KeyKind.valueOf(key.toUpperCase(Locale.ROOT)));
            case "other" -> new Caller(OTHER_ORG, new KeyId("k-other"), KeyKind.FETCH, null);
            default -> throw refusal(Reason.INVALID_API_KEY);
        };
    }

    /// No test revokes a key.
    @Override
    public boolean stillAdmits(ServerRequest request) {
        return true;
    }

    public static Caller caller(KeyKind kind) {
        return new Caller(ORG, new KeyId("k-" + kind), kind, new ApplicationId("chat"));
    }

    private static RuntimeException refusal(Reason reason) {
        return Problem.of(reason, "Refused by the test.").exception();
    }
}
