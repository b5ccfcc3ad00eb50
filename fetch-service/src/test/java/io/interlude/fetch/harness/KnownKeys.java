package io.interlude.fetch.harness;

import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.KeyId;
import io.interlude.domain.identity.OrgId;
import io.interlude.kit.http.Problem;
import io.interlude.kit.http.Reason;
import io.interlude.kit.keys.Authenticator;
import io.interlude.kit.keys.Caller;
import io.interlude.kit.keys.KeyKind;
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

    public static Caller caller(KeyKind kind) {
        return new Caller(
                ORG, new KeyId("k-" + kind), kind, kind == KeyKind.MGMT ? null : APPLICATION);
    }

    private static RuntimeException refusal(Reason reason) {
        return Problem.of(reason, "Refused by the test.").exception();
    }
}
