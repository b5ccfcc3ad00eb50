package io.interlude.web.access;

import io.interlude.catalogue.key.ApiKeys;
import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.catalogue.key.KeyRing;
import io.interlude.catalogue.key.Origins;
import io.interlude.catalogue.key.RingKey;
import io.interlude.web.access.KeyUses.Refusal;
import io.interlude.web.answer.QueryParameters;
import io.interlude.web.limits.Owner;
import io.interlude.web.limits.Place;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.function.server.ServerRequest;

/// Finds callers by the hash of their key.
public final class KeyRingAuthenticator implements Authenticator {
    private static final String SCHEME = "Bearer ";
    private static final int LARGEST_KEY_LENGTH = 256;

    private static final Problem MISSING =
            Problem.of(
                    Reason.MISSING_API_KEY,
                    "Send an API key as Authorization: Bearer or as the query parameter key.");
    private static final Problem INVALID =
            Problem.of(Reason.INVALID_API_KEY, "The API key is unknown or revoked: use another.");
    private static final Problem SUSPENDED =
            Problem.of(
                    Reason.ORG_SUSPENDED,
                    "The org of this key is suspended: ask the operator of the service.");
    private static final Problem WRONG_KIND =
            Problem.of(
                    Reason.KEY_NOT_ALLOWED,
                    "A key of this kind may not be used here: use one of another kind.");
    private static final Problem WRONG_ORIGIN =
            Problem.of(
                    Reason.KEY_NOT_ALLOWED,
                    "This publisher tag may not be used from this origin:"
                            + " add the origin to the key, or send Origin or Referer.");

    private final KeyRing keyRing;
    private final RateLimits rateLimits;
    private final KeyUses uses;

    /// Without limits by default.
    public KeyRingAuthenticator(KeyRing keyRing) {
        this(
                keyRing,
                new RateLimits(RateLimits.Defaults.NONE, new SimpleMeterRegistry()),
                new KeyUses(InstantSource.system()));
    }

    /// @param uses counts what each key is used for
    public KeyRingAuthenticator(KeyRing keyRing, RateLimits rateLimits, KeyUses uses) {
        this.keyRing = keyRing;
        this.rateLimits = rateLimits;
        this.uses = uses;
    }

    @Override
    public Caller authenticate(ServerRequest request, Set<KeyKind> allowed) {
        String key = presentedKey(request);
        if (key == null) {
            throw stranger(request, MISSING);
        }
        RingKey known = find(key).orElseThrow(() -> stranger(request, INVALID));
        refuseSuspended(request, known.caller());
        return admitted(request, known, allowed);
    }

    /// @throws ProblemException `org_suspended`
    void refuseSuspended(ServerRequest request, Caller caller) {
        if (keyRing.isSuspended(caller.orgId())) {
            throw stranger(request, SUSPENDED);
        }
    }

    /// The caller of a known key or session, if it may call this and is within its rate.
    Caller admitted(ServerRequest request, RingKey known, Set<KeyKind> allowed) {
        HttpHeaders headers = request.headers().asHttpHeaders();
        Caller caller = known.caller();
        if (!allowed.contains(caller.kind())) {
            uses.refused(caller, Refusal.WRONG_KIND);
            throw stranger(request, WRONG_KIND);
        }
        if (caller.kind() == KeyKind.TAG && !mayCallFrom(known, headers)) {
            uses.refused(caller, Refusal.WRONG_ORIGIN);
            throw stranger(request, WRONG_ORIGIN);
        }
        admit(known);
        Place.of(request).belongsTo(owner(caller));
        return caller;
    }

    private static Owner owner(Caller caller) {
        String org = caller.orgId().value();
        return caller.kind() == KeyKind.TAG ? Owner.tags(org) : Owner.org(org);
    }

    private void admit(RingKey known) {
        try {
            rateLimits.admit(known);
        } catch (ProblemException overRate) {
            uses.refused(known.caller(), Refusal.RATE_LIMITED);
            throw overRate;
        }
        if (!known.caller().actor().isPerson()) {
            uses.admitted(known.caller());
        }
    }

    @Override
    public boolean stillAdmits(ServerRequest request) {
        String key = presentedKey(request);
        return key != null && find(key).filter(this::isInService).isPresent();
    }

    boolean isInService(RingKey known) {
        return !keyRing.isSuspended(known.caller().orgId());
    }

    @Override
    public void charge(Caller caller, long more) {
        rateLimits.charge(caller, more);
    }

    ProblemException stranger(ServerRequest request, Problem refusal) {
        rateLimits.admitStranger(request.remoteAddress());
        return refusal.exception();
    }

    private Optional<RingKey> find(String key) {
        return key.length() > LARGEST_KEY_LENGTH
                ? Optional.empty()
                : keyRing.find(ApiKeys.sha256(key));
    }

    private static boolean mayCallFrom(RingKey tag, HttpHeaders headers) {
        return originOfPage(headers).filter(tag.allowedOrigins()::contains).isPresent();
    }

    /// Whether the request comes with a key, known or not.
    static boolean bringsKey(ServerRequest request) {
        return presentedKey(request) != null;
    }

    /// The key that the request comes with, known or not; null for none.
    public static @Nullable String presentedKey(ServerRequest request) {
        MultiValueMap<String, String> query = request.queryParams();
        String header = request.headers().firstHeader(HttpHeaders.AUTHORIZATION);
        if (header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return header.substring(SCHEME.length()).strip();
        }
        for (String name : QueryParameters.API_KEYS) {
            String value = query.getFirst(name);
            if (value != null && !value.isEmpty()) {
                return value;
            }
        }
        return null;
    }

    /// The origin of the page that sent a request: `Origin`, else that of `Referer`.
    private static Optional<String> originOfPage(HttpHeaders headers) {
        String origin = headers.getFirst(HttpHeaders.ORIGIN);
        return origin == null
                ? Optional.ofNullable(headers.getFirst(HttpHeaders.REFERER)).flatMap(Origins::of)
                : Origins.of(origin);
    }
}
