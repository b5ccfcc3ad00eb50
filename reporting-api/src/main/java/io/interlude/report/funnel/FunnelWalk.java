package io.interlude.report.funnel;

import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// The walk of one person through a flow: the earliest steps in the order of their times, and the
/// end. Steps of the same time are in the order in which they were added.
final class FunnelWalk {
    /// Steps that are kept.
    static final int STEPS_MAX = 40;

    /// Bytes of heap at most, with its place among the others.
    static final int BYTES = 720;

    /// Ends of which nothing was told.
    static final String OPEN = "open";

    private static final int STEPS_FIRST = 8;

    final int version;

    private int size;
    private int[] codes = new int[STEPS_FIRST];
    private long[] millis = new long[STEPS_FIRST];
    private @Nullable String end;
    private long endMillis;
    private boolean handedOff;

    /// @param version of the creative
    FunnelWalk(int version) {
        this.version = version;
    }

    /// @param code a number that stands for what happened
    /// @param atMillis its time
    void add(int code, long atMillis) {
        int place = size;
        while (place > 0 && millis[place - 1] > atMillis) {
            place--;
        }
        if (place == STEPS_MAX) {
            return;
        }
        if (size == codes.length && size < STEPS_MAX) {
            int room = Math.min(2 * size, STEPS_MAX);
            codes = Arrays.copyOf(codes, room);
            millis = Arrays.copyOf(millis, room);
        }
        size = Math.min(size + 1, STEPS_MAX);
        System.arraycopy(codes, place, codes, place + 1, size - place - 1);
        System.arraycopy(millis, place, millis, place + 1, size - place - 1);
        codes[place] = code;
        millis[place] = atMillis;
    }

    /// Of several ends the first counts.
    void end(String how, long atMillis) {
        if (end == null || atMillis < endMillis) {
            end = how;
            endMillis = atMillis;
        }
    }

    void handOff() {
        handedOff = true;
    }

    int size() {
        return size;
    }

    int code(int step) {
        return codes[step];
    }

    /// Milliseconds since the step before; 0 of the first.
    long sinceBefore(int step) {
        return step == 0 ? 0 : millis[step] - millis[step - 1];
    }

    /// Milliseconds from the first step to the end, or to the last step where there is none.
    long length() {
        if (size == 0) {
            return 0;
        }
        long last = end == null ? millis[size - 1] : Math.max(endMillis, millis[size - 1]);
        return last - millis[0];
    }

    String end() {
        return end == null ? OPEN : end;
    }

    boolean isHandedOff() {
        return handedOff;
    }

    /// True when both took the same steps to the same end.
    boolean isAlike(FunnelWalk other) {
        return Arrays.equals(codes, 0, size, other.codes, 0, other.size)
                && end().equals(other.end());
    }

    /// By steps, in the order of the ranks of their codes, and then by the end, so that walks that
    /// begin alike are neighbours.
    static Comparator<FunnelWalk> bySteps(int[] codeToRank) {
        return (one, other) -> {
            for (int step = 0; step < Math.min(one.size, other.size); step++) {
                if (one.codes[step] != other.codes[step]) {
                    return codeToRank[one.codes[step]] - codeToRank[other.codes[step]];
                }
            }
            return one.size != other.size
                    ? one.size - other.size
                    : one.end().compareTo(other.end());
        };
    }
}
