package io.interlude.ingest.harness;

import io.interlude.catalogue.subscriber.Pseudonyms;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.FetchIdProof;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.identity.SubscriberId;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Fetch ids for tests. `NOW` is when every test takes place, an hour after the usual fetch.
public final class Fetches {
    public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    public static final Duration AGE = Duration.ofHours(1);
    public static final SigningKeys SIGNING_KEYS = keys(7);
    public static final FetchIdProof PROOF = new FetchIdProof(SIGNING_KEYS);

    private Fetches() {}

    public static FetchId aFetch() {
        return aFetch(KnownKeys.ORG, AGE, 3);
    }

    public static FetchId aSandboxFetch() {
        return aFetch(KnownKeys.ORG, AGE, FetchId.SANDBOX_PARTITION);
    }

    public static FetchId aFetch(OrgId orgId, Duration age, int partition) {
        return PROOF.make(orgId, NOW.minus(age).toEpochMilli(), partition, 42);
    }

    public static FetchId aForgedFetch() {
        return new FetchIdProof(keys(8)).make(KnownKeys.ORG, NOW.minus(AGE).toEpochMilli(), 3, 42);
    }

    /// What stands for a subscriber here; nothing for one whose org's keys are not known.
    public static final Pseudonyms PSEUDONYMS =
            new Pseudonyms() {
                @Override
                public Optional<Subscriber> of(OrgId orgId, SubscriberId id) {
                    return id.value().equals("unknown")
                            ? Optional.empty()
                            : Optional.of(new Subscriber("pseudonym of " + id.value()));
                }

                @Override
                public Optional<Subscriber> of(OrgId orgId, SubscriberId id, String name) {
                    return of(orgId, id).map(known -> new Subscriber(known.value() + name));
                }
            };

    private static SigningKeys keys(int fill) {
        byte[] secret = new byte[SigningKeys.SECRET_BYTES];
        Arrays.fill(secret, (byte) fill);
        return new SigningKeys(List.of(secret));
    }
}
