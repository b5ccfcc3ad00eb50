package io.interlude.benchmark.pieces;

import io.interlude.catalogue.pseudonym.KeyPage;
import io.interlude.catalogue.pseudonym.SubscriberKeys;
import io.interlude.domain.identity.ClickTokens;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.FetchIdProof;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.domain.retention.EpochKeys;
import io.interlude.ingest.identity.EventIds;
import io.interlude.ingest.traffic.DeclaredBots;
import io.interlude.journal.retention.EventEncryption;
import io.interlude.journal.retention.RetentionKeys;
import io.interlude.schema.AdFetched;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.serde.AvroDeserializer;
import io.interlude.schema.serde.AvroSerdeConfig;
import io.interlude.schema.serde.AvroSerializer;
import io.interlude.schema.topic.SubjectProvisioner;
import io.interlude.schema.topic.Topics;
import io.interlude.web.answer.JsonBodies;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tools.jackson.databind.node.ObjectNode;

/// The pieces of a fetch and of an event that are arithmetic alone. `hash` is the limit beside
/// them: one SHA-256 of 64 bytes, which most of what is signed needs twice. Run it with
/// `benchmarks/pieces`.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PiecesBenchmark {
    private static final OrgId ORG = new OrgId(SampleRecords.ORG);
    private static final long MADE_AT = 1_780_000_000_000L;
    private static final byte[] EVENT_BODY =
            """
            {"type": "click", "messageId": "native-01978e2a-4c00-8001-8000-00000000002a",
             "eventData": {"note": "%s"}}\
            """
                    .formatted("n".repeat(290))
                    .getBytes(StandardCharsets.UTF_8);
    private static final String BROWSER =
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"
                    + " Chrome/140.0.0.0 Safari/537.36";

    private final SigningKeys signingKeys =
            new SigningKeys(List.of(new byte[SigningKeys.SECRET_BYTES]));
    private final FetchIdProof proof = new FetchIdProof(signingKeys);
    private final ClickTokens tokens = new ClickTokens(signingKeys);
    private final FetchId fetchId = proof.make(ORG, MADE_AT, 3, 42);
    private final String token = tokens.sign(fetchId, 7, 0);
    private final SubscriberKeys subscriberKeys = subscriberKeys();
    private final EventIds eventIds = new EventIds();
    private final DeclaredBots bots = DeclaredBots.load();
    private final byte[] block = new byte[64];
    private final AdFetched fetch = SampleRecords.fetch();
    private final ClickRecorded click = SampleRecords.click();
    private final AvroSerializer<SpecificRecord> serializer;
    private final AvroDeserializer<SpecificRecord> deserializer;
    private final Serializer<SpecificRecord> kept;
    private final Serializer<SpecificRecord> expiring;
    private final byte[] fetchBytes;
    private long sequence;

    public PiecesBenchmark() {
        var registry =
                new InProcessSchemaRegistryClient(SchemaRegistry.load(new InMemorySchemaJournal()));
        new SubjectProvisioner(registry).provision();
        serializer = new AvroSerializer<>(registry, AvroSerdeConfig.specific());
        deserializer = new AvroDeserializer<>(registry, AvroSerdeConfig.specific());
        kept =
                new EventEncryption(Keys.of(Optional.empty()), _ -> 0, new SecureRandom())
                        .writing(serializer);
        Keys keys = Keys.of(Optional.of(new EpochKeys(20_000, new byte[EpochKeys.SECRET_BYTES])));
        expiring = new EventEncryption(keys, _ -> 0, new SecureRandom()).writing(serializer);
        byte[] written = serializer.serialize(Topics.FETCHES.name(), fetch);
        fetchBytes = written == null ? new byte[0] : written;
    }

    private static SubscriberKeys subscriberKeys() {
        SubscriberKeys keys = new SubscriberKeys(new byte[SubscriberKeys.POINT_KEY_BYTES]);
        keys.show(0, KeyPage.ofNewTree(new byte[SubscriberKeys.SECRET_BYTES]));
        return keys;
    }

    /// The limit.
    @Benchmark
    public byte[] hash() throws NoSuchAlgorithmException {
        block[0]++;
        return MessageDigest.getInstance("SHA-256").digest(block);
    }

    @Benchmark
    public FetchId makeFetchId() {
        return proof.make(ORG, MADE_AT, 3, sequence++ & 0x3FF_FFFF);
    }

    @Benchmark
    public boolean proveFetchId() {
        return proof.holds(fetchId, ORG);
    }

    @Benchmark
    public String signClick() {
        return tokens.sign(fetchId, sequence++, 0);
    }

    @Benchmark
    public Optional<ClickTokens.ClickToken> verifyClick() {
        return tokens.verify(token);
    }

    /// Of a subscriber never seen, so that nothing is remembered.
    @Benchmark
    public Optional<Subscriber> pseudonym() {
        return subscriberKeys.pseudonym(new SubscriberId("subscriber-" + sequence++));
    }

    @Benchmark
    public UUID deriveEventId() {
        return eventIds.derive(ORG, "native-01978e2a-4c00-8001-8000-00000000002a", "key-1");
    }

    @Benchmark
    public UUID nextEventId() {
        return eventIds.next(Instant.ofEpochMilli(MADE_AT));
    }

    @Benchmark
    public boolean declaredBot() {
        return bots.declares(BROWSER);
    }

    @Benchmark
    public ObjectNode parseEvent() {
        return JsonBodies.parse(EVENT_BODY);
    }

    @Benchmark
    public byte @Nullable [] writeFetch() {
        return serializer.serialize(Topics.FETCHES.name(), fetch);
    }

    /// Of an org that keeps its events for ever.
    @Benchmark
    public byte @Nullable [] writeKeptFetch() {
        return kept.serialize(Topics.FETCHES.name(), fetch);
    }

    @Benchmark
    public byte @Nullable [] writeExpiringFetch() {
        return expiring.serialize(Topics.FETCHES.name(), fetch);
    }

    @Benchmark
    public @Nullable SpecificRecord readFetch() {
        return deserializer.deserialize(Topics.FETCHES.name(), fetchBytes);
    }

    @Benchmark
    public byte @Nullable [] writeClick() {
        return serializer.serialize(Topics.CLICKS.name(), click);
    }

    /// Of a hundred orgs of which the last may have keys.
    private record Keys(Map<OrgId, Optional<EpochKeys>> orgToKeys) implements RetentionKeys {
        static Keys of(Optional<EpochKeys> own) {
            Map<OrgId, Optional<EpochKeys>> orgToKeys = new ConcurrentHashMap<>();
            for (int org = 0; org < 99; org++) {
                orgToKeys.put(new OrgId("org-" + org + "-with"), Optional.empty());
            }
            own.ifPresent(_ -> orgToKeys.put(ORG, own));
            return new Keys(orgToKeys);
        }

        @Override
        public boolean has(OrgId orgId) {
            return orgToKeys.containsKey(orgId);
        }

        @Override
        public Optional<EpochKeys> of(OrgId orgId) {
            return orgToKeys.getOrDefault(orgId, Optional.empty());
        }
    }

    /// What each piece is, by the name of its method.
    static Map<String, String> meanings() {
        Map<String, String> meanings = new HashMap<>();
        meanings.put("hash", "SHA-256 of 64 bytes");
        meanings.put("makeFetchId", "a fetch id with its proof");
        meanings.put("proveFetchId", "the proof of a fetch id");
        meanings.put("signClick", "a click token");
        meanings.put("verifyClick", "the signature of a click token");
        meanings.put("pseudonym", "the pseudonym of a new subscriber");
        meanings.put("deriveEventId", "an event id of an Idempotency-Key");
        meanings.put("nextEventId", "an event id");
        meanings.put("declaredBot", "a user agent against the list of bots");
        meanings.put("parseEvent", "the JSON of an event of 400 bytes");
        meanings.put("writeFetch", "the record of a fetch with ten candidates, written");
        meanings.put("writeKeptFetch", "the same where the org's events could expire and do not");
        meanings.put("writeExpiringFetch", "the same of an org whose events expire");
        meanings.put("readFetch", "the record of a fetch with ten candidates, read");
        meanings.put("writeClick", "the record of a click, written");
        return meanings;
    }
}
