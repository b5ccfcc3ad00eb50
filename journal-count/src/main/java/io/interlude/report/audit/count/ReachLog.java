package io.interlude.report.audit.count;

import java.util.Arrays;

/// The subscribers reached, fetch by fetch. Used by one thread.
final class ReachLog {
    private static final int FIRST_SIZE = 4;

    private long[] reached = new long[FIRST_SIZE];
    private int size;
    private long[] takenBack = new long[0];

    void add(long subscriber, boolean isTakenBack) {
        if (size == reached.length) {
            reached = Arrays.copyOf(reached, size * 2);
        }
        reached[size++] = subscriber;
        if (isTakenBack) {
            takenBack = Arrays.copyOf(takenBack, takenBack.length + 1);
            takenBack[takenBack.length - 1] = subscriber;
        }
    }

    void add(ReachLog other) {
        int needed = size + other.size;
        if (needed > reached.length) {
            reached = Arrays.copyOf(reached, Math.max(needed, reached.length * 2));
        }
        System.arraycopy(other.reached, 0, reached, size, other.size);
        size = needed;
        if (other.takenBack.length > 0) {
            int before = takenBack.length;
            takenBack = Arrays.copyOf(takenBack, before + other.takenBack.length);
            System.arraycopy(other.takenBack, 0, takenBack, before, other.takenBack.length);
        }
    }

    /// Different subscribers, as before anything was taken back.
    long counted() {
        return distinct(new long[0]);
    }

    /// Different subscribers of fetches that were not taken back.
    long corrected() {
        return distinct(takenBack);
    }

    /// Subscribers who were reached more often than that was taken back.
    private long distinct(long[] less) {
        long[] sorted = Arrays.copyOf(reached, size);
        Arrays.sort(sorted);
        long[] sortedLess = less.clone();
        Arrays.sort(sortedLess);
        long distinct = 0;
        int taken = 0;
        for (int index = 0; index < sorted.length; ) {
            long subscriber = sorted[index];
            int times = 0;
            for (; index < sorted.length && sorted[index] == subscriber; index++) {
                times++;
            }
            for (; taken < sortedLess.length && sortedLess[taken] == subscriber; taken++) {
                times--;
            }
            distinct += times > 0 ? 1 : 0;
        }
        return distinct;
    }
}
