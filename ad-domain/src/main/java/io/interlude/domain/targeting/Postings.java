package io.interlude.domain.targeting;

import java.util.List;

/// The trees, by their number, that share a condition: a list of few, a bit set of many, whichever
/// is smaller. Immutable.
sealed interface Postings {
    static Postings of(List<Integer> trees, int treeCount) {
        int[] numbers = trees.stream().mapToInt(Integer::intValue).toArray();
        if (numbers.length < treeCount / Integer.SIZE) {
            return new Few(numbers);
        }
        long[] bits = Bits.none(treeCount);
        for (int tree : numbers) {
            Bits.set(bits, tree);
        }
        return new Many(bits);
    }

    void addTo(long[] trees);

    void removeFrom(long[] trees);

    boolean intersects(long[] trees);

    final class Few implements Postings {
        private final int[] numbers;

        Few(int[] numbers) {
            this.numbers = numbers;
        }

        @Override
        public void addTo(long[] trees) {
            for (int number : numbers) {
                Bits.set(trees, number);
            }
        }

        @Override
        public void removeFrom(long[] trees) {
            for (int number : numbers) {
                Bits.clear(trees, number);
            }
        }

        @Override
        public boolean intersects(long[] trees) {
            for (int number : numbers) {
                if (Bits.has(trees, number)) {
                    return true;
                }
            }
            return false;
        }
    }

    final class Many implements Postings {
        private final long[] bits;

        Many(long[] bits) {
            this.bits = bits;
        }

        @Override
        public void addTo(long[] trees) {
            for (int word = 0; word < bits.length; word++) {
                trees[word] |= bits[word];
            }
        }

        @Override
        public void removeFrom(long[] trees) {
            for (int word = 0; word < bits.length; word++) {
                trees[word] &= ~bits[word];
            }
        }

        @Override
        public boolean intersects(long[] trees) {
            return Bits.intersect(bits, trees);
        }
    }
}
