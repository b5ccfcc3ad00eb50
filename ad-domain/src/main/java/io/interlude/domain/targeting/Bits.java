package io.interlude.domain.targeting;

/// Sets of small numbers as arrays of words, a bit for each number. Static functions, since a
/// decision over thousands of candidates works on words.
public final class Bits {
    private static final int SHIFT = 6; // 64 bits a word

    private Bits() {}

    /// An empty set with room for the numbers below `size`.
    public static long[] none(int size) {
        return new long[(size + Long.SIZE - 1) >> SHIFT];
    }

    /// The set of all numbers below `size`.
    public static long[] all(int size) {
        long[] bits = none(size);
        for (int number = 0; number < size; number++) {
            set(bits, number);
        }
        return bits;
    }

    public static void set(long[] bits, int number) {
        bits[number >> SHIFT] |= 1L << number;
    }

    public static void clear(long[] bits, int number) {
        bits[number >> SHIFT] &= ~(1L << number);
    }

    public static boolean has(long[] bits, int number) {
        return (bits[number >> SHIFT] & 1L << number) != 0;
    }

    /// The smallest number from `from` on, or -1 when there is none.
    public static int next(long[] bits, int from) {
        int word = from >> SHIFT;
        if (word >= bits.length) {
            return -1;
        }
        long left = bits[word] & -1L << from;
        while (left == 0) {
            if (++word == bits.length) {
                return -1;
            }
            left = bits[word];
        }
        return (word << SHIFT) + Long.numberOfTrailingZeros(left);
    }

    public static int count(long[] bits) {
        int count = 0;
        for (long word : bits) {
            count += Long.bitCount(word);
        }
        return count;
    }

    /// What is in both, as a new set.
    public static long[] both(long[] one, long[] other) {
        long[] both = one.clone();
        for (int word = 0; word < both.length; word++) {
            both[word] &= other[word];
        }
        return both;
    }

    /// What is in the one and not in the other, as a new set.
    public static long[] without(long[] one, long[] other) {
        long[] without = one.clone();
        for (int word = 0; word < without.length; word++) {
            without[word] &= ~other[word];
        }
        return without;
    }

    public static boolean intersect(long[] one, long[] other) {
        for (int word = 0; word < one.length; word++) {
            if ((one[word] & other[word]) != 0) {
                return true;
            }
        }
        return false;
    }
}
