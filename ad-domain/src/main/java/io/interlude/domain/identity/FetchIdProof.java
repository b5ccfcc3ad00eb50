package io.interlude.domain.identity;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/// Makes fetch ids and checks that an id was made here, for that org. Arithmetic only; safe for use
/// by many threads.
///
/// The proof is HMAC-SHA-256 over the other bits of the id and the org's id, cut to 36 bits: a
/// guess passes once in 7 * 10^10, and a wrong guess costs the guesser a request.
public final class FetchIdProof {
    private static final int PROOF_BITS = 36;
    private static final long PROOF_MASK = (1L << PROOF_BITS) - 1;
    private static final long SEQUENCE_MASK = (1L << 26) - 1;
    private static final long VERSION_8 = 0x8000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    private final List<HmacSha256> keys;

    public FetchIdProof(SigningKeys signingKeys) {
        keys = signingKeys.verifying().stream().map(HmacSha256::new).toList();
    }

    /// A new id. `sequence` must differ between ids of one millisecond and partition; its low 26
    /// bits count. They are hidden in the id: else two ids would tell whoever sees them how many
    /// were made in between, for all orgs.
    public FetchId make(OrgId orgId, long epochMillis, int partition, long sequence) {
        if (partition < 0 || partition > FetchId.SANDBOX_PARTITION) {
            throw new IllegalArgumentException("partition is not 0 to 4095: " + partition);
        }
        long high = epochMillis << 16 | VERSION_8 | partition;
        long hidden = (sequence ^ veil(high)) & SEQUENCE_MASK;
        long low = VARIANT | hidden << PROOF_BITS;
        return new FetchId(new UUID(high, low | proof(keys.getFirst(), high, low, orgId)));
    }

    /// Whether the id was made with one of the keys for the org.
    public boolean holds(FetchId fetchId, OrgId orgId) {
        long high = fetchId.uuid().getMostSignificantBits();
        long low = fetchId.uuid().getLeastSignificantBits();
        long claimed = low & PROOF_MASK;
        for (HmacSha256 key : keys) {
            if (proof(key, high, low & ~PROOF_MASK, orgId) == claimed) {
                return true;
            }
        }
        return false;
    }

    /// One for all ids of a millisecond and partition, so that what differs still does.
    private long veil(long high) {
        byte[] message = ByteBuffer.allocate(Long.BYTES).putLong(high).array();
        return ByteBuffer.wrap(keys.getFirst().of(message)).getLong();
    }

    private long proof(HmacSha256 key, long high, long low, OrgId orgId) {
        byte[] org = orgId.value().getBytes(StandardCharsets.UTF_8);
        byte[] message =
                ByteBuffer.allocate(2 * Long.BYTES + org.length)
                        .putLong(high)
                        .putLong(low)
                        .put(org)
                        .array();
        return ByteBuffer.wrap(key.of(message)).getLong() & PROOF_MASK;
    }
}
