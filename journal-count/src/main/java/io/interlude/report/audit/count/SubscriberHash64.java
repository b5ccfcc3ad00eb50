package io.interlude.report.audit.count;

/// A number for a subscriber, by which an audit tells one from another: FNV-1a of 64 bits, spread.
/// Other than the hash that served sketches are made of, and never kept. Two of a million
/// subscribers share a number with a chance of 3 in 100 million.
final class SubscriberHash64 {
    private static final long OFFSET = 0xCBF2_9CE4_8422_2325L;
    private static final long PRIME = 0x100_0000_01B3L;
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private SubscriberHash64() {}

    static long of(String subscriber) {
        long hash = OFFSET;
        for (int index = 0; index < subscriber.length(); index++) {
            hash = (hash ^ subscriber.charAt(index)) * PRIME;
        }
        return (hash ^ hash >>> 32) * SPREAD;
    }
}
