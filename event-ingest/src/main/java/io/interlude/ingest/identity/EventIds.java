package io.interlude.ingest.identity;

import io.interlude.domain.digest.Sha256;
import io.interlude.domain.identity.OrgId;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// Makes the ids of events. Safe for use by many threads.
public final class EventIds {
    private static final String GENERATOR = "L64X128MixRandom";
    private static final int SEED_BYTES = 24;
    private static final long VERSION_MASK = 0xFFFF_FFFF_FFFF_0FFFL;
    private static final long VERSION_7 = 0x7000L;
    private static final long VERSION_8 = 0x8000L;
    private static final long VARIANT_MASK = 0x3FFF_FFFF_FFFF_FFFFL;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    private final ThreadLocal<RandomGenerator> randoms =
            ThreadLocal.withInitial(EventIds::newRandom);

    /// A new id that sorts by time: UUIDv7 (RFC 9562), 74 bits of it random.
    public UUID next(Instant now) {
        RandomGenerator random = randoms.get();
        long high = now.toEpochMilli() << 16 | (random.nextLong() & 0x0FFFL) | VERSION_7;
        return new UUID(high, (random.nextLong() & VARIANT_MASK) | VARIANT);
    }

    /// The id that this text always gets: a UUIDv8 of the first bits of a SHA-256 of the three, so
    /// that a repeated request needs no memory of the first.
    ///
    /// @param subject the fetch id, or another text that says what the event is about
    public UUID derive(OrgId orgId, String subject, String idempotencyKey) {
        String text = orgId.value() + '\0' + subject + '\0' + idempotencyKey;
        ByteBuffer digest = ByteBuffer.wrap(Sha256.of(text));
        return new UUID(
                (digest.getLong() & VERSION_MASK) | VERSION_8,
                (digest.getLong() & VARIANT_MASK) | VARIANT);
    }

    private static RandomGenerator newRandom() {
        byte[] seed = new byte[SEED_BYTES];
        new SecureRandom().nextBytes(seed);
        return RandomGeneratorFactory.of(GENERATOR).create(seed);
    }
}
