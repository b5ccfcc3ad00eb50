package io.interlude.web.warmup;

import io.interlude.catalogue.key.ApiKeys;
import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.catalogue.key.KeyRing;
import io.interlude.catalogue.key.KeyRingEntry;
import io.interlude.catalogue.key.RingKey;
import io.interlude.catalogue.pseudonym.KeyPage;
import io.interlude.catalogue.pseudonym.SubscriberKeys;
import io.interlude.catalogue.snapshot.CatalogueProjection;
import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.catalogue.snapshot.ServedCreativeKey;
import io.interlude.catalogue.subscriber.Pseudonyms;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.FetchIdProof;
import io.interlude.domain.identity.KeyId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.journal.append.Journal;
import io.interlude.web.access.Authenticator;
import io.interlude.web.access.KeyRingAuthenticator;
import io.interlude.web.access.KeyUses;
import io.interlude.web.access.RateLimits;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Everything a handler needs around it, of the real classes where that is harmless, and with
/// nothing behind it: one org with one key, one ad unit and one line item, a journal that writes
/// nowhere, meters that nobody reads. Its signing key is its own, so nothing that is made here is
/// worth anything outside.
public final class WarmUpEnvironment {
    /// The only org.
    public static final OrgId ORG = new OrgId("warm-up");

    /// Code of the only ad unit.
    public static final String AD_UNIT = "warm-up";

    /// The only key. It is in no other key ring than the environment's.
    static final String KEY = "warm-up";

    private static final int PARTITIONS = 12;

    private final InstantSource clock = InstantSource.system();
    private final MeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final SigningKeys signingKeys =
            new SigningKeys(List.of(new byte[SigningKeys.SECRET_BYTES]));
    private final FetchIdProof proof = new FetchIdProof(signingKeys);
    private final WarmUpCatalogue catalogue = new WarmUpCatalogue();
    private final Journal journal = new WarmUpJournal(PARTITIONS);
    private final CatalogueRecords records = new CatalogueProjection(clock, new KeyRing(), meters);

    WarmUpEnvironment() {}

    public InstantSource clock() {
        return clock;
    }

    public MeterRegistry meters() {
        return meters;
    }

    public SigningKeys signingKeys() {
        return signingKeys;
    }

    public FetchIdProof proof() {
        return proof;
    }

    public Catalogues catalogues() {
        return catalogue;
    }

    /// No records: what is asked for by its code is never looked up in them.
    public CatalogueRecords records() {
        return records;
    }

    public Journal journal() {
        return journal;
    }

    /// Knows the key that every request is sent with.
    public Authenticator authenticator() {
        KeyRing ring = new KeyRing();
        Caller caller = new Caller(ORG, new KeyId("warm-up"), KeyKind.FETCH, null);
        ring.apply(
                new KeyRingEntry(ApiKeys.sha256(KEY), false, new RingKey(caller, Set.of(), null)));
        return new KeyRingAuthenticator(
                ring, new RateLimits(RateLimits.Defaults.NONE, meters), new KeyUses(clock));
    }

    /// Knows the org's subscribers.
    public Pseudonyms pseudonyms() {
        SubscriberKeys keys = new SubscriberKeys(new byte[SubscriberKeys.POINT_KEY_BYTES]);
        keys.show(0, KeyPage.ofNewTree(new byte[SubscriberKeys.SECRET_BYTES]));
        return new Pseudonyms() {
            @Override
            public Optional<Subscriber> of(OrgId orgId, SubscriberId id) {
                return keys.pseudonym(id);
            }

            @Override
            public Optional<Subscriber> of(OrgId orgId, SubscriberId id, String name) {
                return keys.pseudonym(id, name);
            }
        };
    }

    /// A fetch of the org, made now.
    ///
    /// @param sequence tells it from others
    public FetchId fetchId(long sequence) {
        return proof.make(ORG, clock.millis(), (int) (sequence % PARTITIONS), sequence);
    }

    /// The creative that every fetch serves.
    public ServedCreativeKey served() {
        return WarmUpCatalogue.SERVED;
    }
}
