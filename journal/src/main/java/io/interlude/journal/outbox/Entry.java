package io.interlude.journal.outbox;

import io.interlude.journal.append.AppendPriority;
import io.interlude.journal.append.Appending;
import io.interlude.journal.append.JournalPosition;
import io.interlude.journal.append.SerializedRecord;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// One append, from its request until Kafka has it or it is refused. Guarded by its
/// [PartitionAppender].
final class Entry {
    /// The states of the append towards Kafka.
    enum Standing {
        /// Kafka does not have it.
        HELD,
        /// Inside the call that gives it to the producer, which may refuse it.
        SENDING,
        /// The producer has it and did not tell of it yet.
        SENT,
        /// Kafka may have it, although no acknowledgement is awaited.
        INDETERMINATE,
        /// It is needed no more: Kafka has it, or it was refused.
        OVER;

        private boolean mayBecome(Standing next) {
            return switch (this) {
                case HELD -> next == SENDING || next == OVER;
                case SENDING -> next == HELD || next == SENT || next == OVER;
                case SENT -> next == HELD || next == INDETERMINATE || next == OVER;
                case INDETERMINATE -> next == HELD || next == OVER;
                case OVER -> false;
            };
        }
    }

    /// The states of the record on disk.
    enum Kept {
        NOT,
        BEING_WRITTEN,
        WRITTEN
    }

    final AppendPriority priority;

    /// Id of the org that it is of; empty for what is of none.
    final String org;

    final int recordBytes;
    final CompletableFuture<Void> durable = new CompletableFuture<>();
    final CompletableFuture<JournalPosition> placed = new CompletableFuture<>();
    final long sinceNanos;

    /// Order in its partition.
    long number;

    long sentNanos;
    final boolean recovered;
    Kept kept = Kept.NOT;
    private Standing standing;
    private @Nullable SerializedRecord held;
    private @Nullable Segment segment;
    private int place;

    Entry(SerializedRecord appended, String org, AppendPriority priority, long sinceNanos) {
        this.held = appended;
        this.standing = Standing.HELD;
        this.recovered = false;
        this.priority = priority;
        this.org = org;
        this.recordBytes = bytesOf(appended);
        this.sinceNanos = sinceNanos;
    }

    private Entry(
            SerializedRecord left,
            AppendPriority priority,
            Segment segment,
            int place,
            long sinceNanos) {
        this.priority = priority;
        this.org = RecordedOrg.of(left.value());
        this.recordBytes = bytesOf(left);
        this.sinceNanos = sinceNanos;
        this.segment = segment;
        this.place = place;
        kept = Kept.WRITTEN;
        standing = Standing.INDETERMINATE;
        recovered = true;
    }

    /// An entry that an earlier process promised to a caller.
    ///
    /// @param priority tells the pool that it is in
    static Entry recovered(
            SerializedRecord left,
            AppendPriority priority,
            Segment segment,
            int place,
            long sinceNanos) {
        return new Entry(left, priority, segment, place, sinceNanos);
    }

    private static int bytesOf(SerializedRecord appended) {
        String key = appended.key();
        return appended.value().length
                + appended.topic().length()
                + (key == null ? 0 : key.length());
    }

    /// True when a caller was told that the record is safe.
    boolean isPromised() {
        return recovered || durable.isDone();
    }

    Appending appending() {
        return new Appending(durable, placed);
    }

    boolean is(Standing asked) {
        return standing == asked;
    }

    /// @throws IllegalStateException for a step that no append takes
    void become(Standing next) {
        if (!standing.mayBecome(next)) {
            throw new IllegalStateException("an append that is " + standing + " became " + next);
        }
        standing = next;
    }

    /// The record where it is in memory.
    @Nullable SerializedRecord held() {
        return held;
    }

    void hold(SerializedRecord loaded) {
        held = loaded;
    }

    /// Leaves the record to the disk.
    void drop() {
        if (kept == Kept.WRITTEN) {
            held = null;
        }
    }

    void written(Segment into, int at) {
        segment = into;
        place = at;
        kept = Kept.WRITTEN;
    }

    /// The record, from memory or from disk.
    SerializedRecord load() throws IOException {
        SerializedRecord now = held;
        if (now != null) {
            return now;
        }
        Segment from = segment;
        if (from == null) {
            throw new IOException("a record is neither in memory nor on disk");
        }
        return RecordCodec.decode(from.read(place));
    }

    void settle() {
        Segment from = segment;
        if (from != null) {
            from.settle();
        }
    }

    void fail(Throwable cause) {
        placed.completeExceptionally(cause);
        durable.completeExceptionally(cause);
    }

    void complete(JournalPosition position) {
        placed.complete(position);
        durable.complete(null);
    }
}
