package io.interlude.ingest.traffic;

import java.time.Duration;
import java.time.Instant;

/// Counts by subject within windows of a fixed length, in memory of a fixed size. The same calls
/// always give the same counts. Safe for use by many threads.
///
/// A subject lives in one of eight places that follow from its bits. When others of the same window
/// have taken them all, it is not counted: too few are caught then, never too many.
final class WindowedCounts {
    private static final int PLACES = 8;
    private static final long GOLDEN_RATIO = 0x9E37_79B9_7F4A_7C15L;

    private final long windowMillis;
    private final int mask;
    private final long[] subjects;
    private final long[] windows;
    private final int[] counts;

    /// @param size how many subjects it holds, a power of two
    WindowedCounts(int size, Duration window) {
        if (Integer.bitCount(size) != 1 || size < PLACES) {
            throw new IllegalArgumentException("size is not a power of two from 8: " + size);
        }
        windowMillis = window.toMillis();
        mask = size - 1;
        subjects = new long[size];
        windows = new long[size];
        counts = new int[size];
    }

    /// Adds one, and answers how many there now are in the window that `now` lies in; 0 if there is
    /// no room to tell.
    synchronized int add(long subject, Instant now) {
        // Never 0, which stands for an empty place.
        long window = Math.floorDiv(now.toEpochMilli(), windowMillis) | Long.MIN_VALUE;
        int start = (int) ((subject * GOLDEN_RATIO) >>> Integer.SIZE);
        int free = -1;
        for (int i = 0; i < PLACES; i++) {
            int place = (start + i) & mask;
            if (windows[place] != window) {
                free = free < 0 ? place : free;
            } else if (subjects[place] == subject) {
                return ++counts[place];
            }
        }
        if (free < 0) {
            return 0;
        }
        subjects[free] = subject;
        windows[free] = window;
        counts[free] = 1;
        return 1;
    }
}
