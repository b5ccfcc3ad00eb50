package io.interlude.fetch.handover;

import io.interlude.fetch.handover.JournalTail.End;
import io.interlude.fetch.overlay.SubscriberKey;
import io.interlude.journal.availability.StateUnavailableException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Requests for the end of one partition, and how far it is read for them. Not safe for use by many
/// threads.
///
/// Requests that come while the partition's end is being asked for wait for the next time: what was
/// acknowledged before they came may lie behind this one.
final class PartitionTailReader {
    private final PartitionTail tail = new PartitionTail();
    private final List<TailRequest> fresh = new ArrayList<>();
    private final List<TailRequest> asked = new ArrayList<>();
    private final List<Goal> goals = new ArrayList<>();
    private boolean asking;

    /// Where the partition is read next; negative before the first time.
    private long position = -1;

    /// Where what is kept begins.
    private long from = -1;

    void add(TailRequest request) {
        fresh.add(request);
    }

    /// Whether the partition's end is to be asked for; from then on it is being asked for.
    boolean beginAsking() {
        if (asking || fresh.isEmpty()) {
            return false;
        }
        asking = true;
        asked.addAll(fresh);
        fresh.clear();
        return true;
    }

    /// The partition ends there.
    void ended(long end) {
        asking = false;
        asked.forEach(request -> goals.add(new Goal(end, request)));
        asked.clear();
    }

    /// The partition's end is not known.
    void failed(String cause) {
        asking = false;
        asked.forEach(request -> request.fail(cause));
        asked.clear();
    }

    /// Whether somebody waits, for the end or for what lies before it: then it is read on.
    boolean isWanted() {
        return asking || !goals.isEmpty();
    }

    long position() {
        return position;
    }

    PartitionTail tail() {
        return tail;
    }

    /// Forgets what lies before the floor.
    ///
    /// @return whether reading must go on at another place than where it was: the floor
    boolean raise(long floor) {
        tail.dropBefore(floor);
        from = Math.max(from, floor);
        boolean jumps = position < floor;
        if (jumps) {
            tail.clear();
            position = floor;
        }
        return jumps;
    }

    /// All before the offset is read: answers whom that is enough for.
    void readTo(long next) {
        position = next;
        for (Iterator<Goal> left = goals.iterator(); left.hasNext(); ) {
            Goal goal = left.next();
            if (goal.end() <= position) {
                left.remove();
                goal.request()
                        .answer()
                        .complete(new End(from, tail.of(goal.request().subscriber())));
            }
        }
    }

    /// Gives up who has waited since before that time; nobody waits for them any more.
    void giveUp(long beforeNanos) {
        fresh.removeIf(request -> request.failedIfBefore(beforeNanos));
        goals.removeIf(goal -> goal.request().failedIfBefore(beforeNanos));
    }

    /// Reading failed: everybody is told so, and it begins anew.
    void reset(String cause) {
        goals.forEach(goal -> goal.request().fail(cause));
        goals.clear();
        tail.clear();
        position = -1;
        from = -1;
    }

    /// A request for one subscriber's fetches.
    record TailRequest(
            int partition, SubscriberKey subscriber, CompletableFuture<End> answer, long atNanos) {
        void fail(String cause) {
            answer.completeExceptionally(new StateUnavailableException(cause));
        }

        boolean failedIfBefore(long nanos) {
            boolean late = atNanos - nanos < 0;
            if (late) {
                fail("the journal's end is not read in time");
            }
            return late;
        }
    }

    private record Goal(long end, TailRequest request) {}
}
