package io.interlude.fetch.harness;

import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.KeyId;
import io.interlude.domain.identity.OrgId;
import io.interlude.web.access.Authenticator;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.util.Locale;
import java.util.Set;
import org.springframework.web.reactive.function.server.ServerRequest;

/// Knows one key of each kind, named after the kind, for the org of the tests.
public final class KnownKeys implements Authenticator {
    public static final OrgId ORG = new OrgId("acme");
    public static final ApplicationId APPLICATION = new ApplicationId("chat");

    @Override
    public Caller authenticate(ServerRequest request, Set<KeyKind> allowed) {
        String key = request.queryParam("key").orElseThrow(() -> refusal(Reason.MISSING_API_KEY));
        KeyKind kind = kind(key);
        if (!allowed.contains(kind)) {
            throw refusal(Reason.KEY_NOT_ALLOWED);
        }
        return caller(kind);
    }

    private static KeyKind kind(String key) {
        for (KeyKind kind : KeyKind.values()) {
            if (kind.name().toLowerCase(Locale.ROOT).equals(key)) {
                return kind;
            }
        }
        throw refusal(Reason.INVALID_API_KEY);
    }

    /// No test revokes a key.
    @Override
    public boolean stillAdmits(ServerRequest request) {
        return true;
    }

    public static Caller caller(KeyKind kind) {
        return new Caller(
                ORG, new KeyId("k-" + kind), kind, kind == KeyKind.MGMT ? null : APPLICATION);
    }

    private static RuntimeException refusal(Reason reason) {
        return Problem.of(reason, "Refused by the test.").exception();
    }
}
