package io.interlude.web.session;

import io.interlude.domain.digest.Sha256;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.TreeMap;

/// The ids of sessions that ended, until these are over: of each 64 bits of a hash, in 22 bytes at
/// most. Nobody can choose an id, and no two of them have these bits in common by chance. Safe for
/// use by many threads.
final class EndedIds {
    /// Those that are over in the same hour are forgotten together.
    private final TreeMap<Instant, Table> hourToIds = new TreeMap<>();

    synchronized boolean contains(String id, Instant expiresAt) {
        Table ids = hourToIds.get(expiresAt.truncatedTo(ChronoUnit.HOURS));
        return ids != null && ids.bits[ids.place(bits(id))] != Table.FREE;
    }

    /// Adds one, and forgets those that were over an hour before.
    ///
    /// @return whether it was not there
    synchronized boolean add(String id, Instant expiresAt, Instant now) {
        hourToIds.headMap(now.truncatedTo(ChronoUnit.HOURS)).clear();
        return hourToIds
                .computeIfAbsent(expiresAt.truncatedTo(ChronoUnit.HOURS), _ -> new Table())
                .add(bits(id));
    }

    private static long bits(String id) {
        long bits = ByteBuffer.wrap(Sha256.of(id)).getLong();
        return bits == Table.FREE ? 1 : bits;
    }

    /// An open hash table.
    private static final class Table {
        static final long FREE = 0;

        private static final int SMALLEST = 16;
        private static final double FULLEST = 0.75;

        private long[] bits = new long[SMALLEST];
        private int size;

        /// Where these bits are, else a free place for them.
        int place(long sought) {
            int place = (int) sought & (bits.length - 1);
            while (bits[place] != FREE && bits[place] != sought) {
                place = (place + 1) & (bits.length - 1);
            }
            return place;
        }

        boolean add(long added) {
            int place = place(added);
            if (bits[place] == added) {
                return false;
            }
            bits[place] = added;
            size++;
            if (size > bits.length * FULLEST) {
                long[] before = bits;
                bits = new long[before.length * 2];
                Arrays.stream(before)
                        .filter(each -> each != FREE)
                        .forEach(each -> bits[place(each)] = each);
            }
            return true;
        }
    }
}
