package io.interlude.journal.outbox;

import io.interlude.journal.append.AppendPriority;
import io.interlude.journal.append.JournalPosition;
import io.interlude.journal.append.KafkaJournal;
import io.interlude.journal.append.SendFailure;
import io.interlude.journal.append.SendFailure.SendOutcome;
import io.interlude.journal.append.SendListener;
import io.interlude.journal.append.SerializedRecord;
import io.interlude.journal.availability.JournalUnavailableException;
import io.interlude.journal.outbox.Entry.Kept;
import io.interlude.journal.outbox.Entry.Standing;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The appends of one topic partition, in order. Safe for use by many threads.
///
/// `sent` holds what Kafka's producer has and did not acknowledge; `waiting` what is kept on disk
/// and was not given to the producer. The partition spills to disk from the moment when Kafka is
/// slow until nothing waits: new appends then queue up behind what waits, so the order holds.
///
/// The producer is idempotent and never gives up a record that it took, so within one process each
/// record gets into the topic once, however often Kafka comes and goes. A record of unknown outcome
/// is indeterminate: nothing behind it is sent until the topic has been searched for it.
///
/// Futures are completed outside the lock, since what follows them may take other locks. Records
/// are sent inside it, which is safe because Kafka's producer holds no lock of its own when it
/// calls back.
final class PartitionAppender {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionAppender.class);

    /// Most records given to the producer and not acknowledged, while draining.
    private static final int WINDOW = 256;

    /// A record is left to the disk where all that wait would take more, were they as large. So
    /// those in memory take at most ten times as much, of whatever sizes they are: each one behind
    /// n others has an n-th of it.
    private static final int HELD_BYTES = 32 * 1_024;

    /// Most bytes that are read from disk before they are sent, but for the last record.
    private static final int LOADED_BYTES = 1 << 20;

    private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);

    private final String topic;
    private final int partition;
    private final Outbox outbox;
    private final KafkaJournal kafka;
    private final Deque<Entry> sent = new ArrayDeque<>();
    private final Deque<Entry> waiting = new ArrayDeque<>();
    private boolean spilling;
    private long nextNumber;
    private long lastAckNanos;
    private long retryNanos;

    /// By the producer, of the entry that is or was being sent.
    private @Nullable SendFailure refusal;

    PartitionAppender(String topic, int partition, Outbox outbox, KafkaJournal kafka) {
        this.topic = topic;
        this.partition = partition;
        this.outbox = outbox;
        this.kafka = kafka;
        lastAckNanos = outbox.nanoTime() - outbox.limits().slowAfter().toNanos();
    }

    String topic() {
        return topic;
    }

    int partition() {
        return partition;
    }

    synchronized boolean isSpilling() {
        return spilling;
    }

    /// Since when the oldest record waits; now where none does.
    synchronized long oldestNanos(long nowNanos) {
        Entry oldest = waiting.peekFirst();
        return oldest == null ? nowNanos : oldest.sinceNanos;
    }

    /// Sends the record, or keeps it behind those that wait. Never waits.
    void append(Entry entry) {
        Throwable refused = null;
        synchronized (this) {
            entry.number = nextNumber++;
            SendFailure failure = spilling ? null : send(entry);
            if (failure != null && failure.outcome() == SendOutcome.UNWRITABLE) {
                refused = failure.cause();
            } else if (failure != null || spilling) {
                spilling = true;
                if (keep(entry)) {
                    waiting.addLast(entry);
                } else {
                    refused = full();
                }
            }
        }
        if (refused != null) {
            outbox.metrics().refused(entry.priority);
            entry.fail(refused);
        }
    }

    /// Adds what an earlier process left.
    synchronized void addRecovered(Entry entry) {
        entry.number = nextNumber++;
        waiting.addLast(entry);
        spilling = true;
    }

    private static JournalUnavailableException full() {
        return new JournalUnavailableException("Kafka is away and the outbox has no room");
    }

    /// Gives the record to the producer; answers why it did not take it.
    private @Nullable SendFailure send(Entry entry) {
        SerializedRecord held = entry.held();
        if (held == null) {
            throw new IllegalStateException("the record is not in memory");
        }
        refusal = null;
        entry.sentNanos = outbox.nanoTime();
        entry.become(Standing.SENDING);
        sent.addLast(entry);
        kafka.send(held, answer(entry));
        if (entry.is(Standing.SENDING)) {
            entry.become(Standing.SENT);
        }
        return refusal;
    }

    private SendListener answer(Entry entry) {
        return new SendListener() {
            @Override
            public void acknowledged(JournalPosition position) {
                PartitionAppender.this.acknowledged(entry, position);
            }

            @Override
            public void failed(SendFailure failure) {
                PartitionAppender.this.failed(entry, failure);
            }
        };
    }

    private boolean keep(Entry entry) {
        return outbox.pool(entry.priority).keep(this, entry);
    }

    private void acknowledged(Entry entry, JournalPosition position) {
        boolean more;
        synchronized (this) {
            lastAckNanos = outbox.nanoTime();
            sent.remove(entry);
            finish(entry, true);
            more = !waiting.isEmpty();
            spilling &= more;
        }
        entry.complete(position);
        if (more) {
            outbox.wake(this);
        }
    }

    /// The entry is needed no more.
    private void finish(Entry entry, boolean drained) {
        entry.become(Standing.OVER);
        if (entry.kept == Kept.WRITTEN) {
            forget(entry, drained);
        }
    }

    private void forget(Entry entry, boolean drained) {
        entry.settle();
        outbox.pool(entry.priority).release(entry);
        if (drained) {
            outbox.metrics().drained();
        }
        outbox.finished(entry);
    }

    private void failed(Entry entry, SendFailure failure) {
        boolean unwritable = failure.outcome() == SendOutcome.UNWRITABLE;
        boolean homeless = false;
        synchronized (this) {
            sent.remove(entry);
            if (entry.is(Standing.SENDING)) {
                entry.become(Standing.HELD);
                refusal = failure;
                return;
            }
            if (unwritable) {
                setAside(entry);
            } else if (outbox.isClosing()) {
                entry.become(Standing.HELD);
            } else {
                markIndeterminate(entry);
                homeless = entry.kept == Kept.NOT;
            }
        }
        if (unwritable) {
            giveUp(entry, failure.cause());
        } else if (homeless) {
            entry.durable.completeExceptionally(full());
        }
    }

    /// A record that Kafka will never take must not stop those behind it. One that was promised is
    /// kept aside; where that fails it stays where it is, and the next process finds it there.
    private void setAside(Entry entry) {
        SerializedRecord refused = entry.held();
        boolean aside =
                !entry.isPromised() || (refused != null && outbox.undelivered().keep(refused));
        if (aside) {
            finish(entry, false);
        } else {
            entry.become(Standing.OVER);
            outbox.finished(entry);
        }
    }

    private void giveUp(Entry entry, Exception cause) {
        if (entry.isPromised()) {
            LOG.error("event=outbox_undeliverable topic={} partition={}", topic, partition, cause);
            outbox.metrics().undeliverable();
        }
        entry.fail(cause);
    }

    private void markIndeterminate(Entry entry) {
        entry.become(Standing.INDETERMINATE);
        spilling = true;
        putBack(entry);
        if (entry.kept == Kept.NOT) {
            keep(entry);
        }
    }

    /// Puts the entry before those that came after it.
    private void putBack(Entry entry) {
        Deque<Entry> earlier = new ArrayDeque<>();
        while (!waiting.isEmpty() && waiting.getFirst().number < entry.number) {
            earlier.push(waiting.removeFirst());
        }
        waiting.addFirst(entry);
        while (!earlier.isEmpty()) {
            waiting.addFirst(earlier.pop());
        }
    }

    /// The record is on disk.
    void written(Entry entry, Segment segment, int place) {
        boolean needed;
        boolean idle;
        synchronized (this) {
            entry.written(segment, place);
            needed = !entry.is(Standing.OVER);
            idle = sent.isEmpty();
            if (!needed) {
                forget(entry, false);
            } else if (!entry.is(Standing.SENT)
                    && (long) waiting.size() * entry.recordBytes > HELD_BYTES) {
                entry.drop();
            }
        }
        if (needed) {
            outbox.metrics().stored();
            entry.durable.complete(null);
        }
        if (idle) {
            outbox.wake(this);
        }
    }

    /// The record is not on disk, for lack of room or because the write failed. Where Kafka does
    /// not have it either, it was never accepted.
    void unwritten(Entry entry, @Nullable IOException cause) {
        boolean refused;
        boolean homeless;
        synchronized (this) {
            entry.kept = Kept.NOT;
            outbox.pool(entry.priority).release(entry);
            refused = entry.is(Standing.HELD);
            homeless = entry.is(Standing.INDETERMINATE);
            if (refused) {
                entry.become(Standing.OVER);
                waiting.removeLastOccurrence(entry);
                endSpillIfIdle();
            }
        }
        if (refused) {
            outbox.metrics().refused(entry.priority);
            entry.fail(cause == null ? full() : new JournalUnavailableException(cause));
        } else if (homeless) {
            entry.durable.completeExceptionally(full());
        }
    }

    private void endSpillIfIdle() {
        if (waiting.isEmpty() && sent.isEmpty()) {
            spilling = false;
        }
    }

    /// Looks at the clock: spills to disk where nothing moves, keeps what waits for too long,
    /// refuses what could not be made durable in time. Answers whether anything is sent or waits.
    boolean tick(long nowNanos) {
        List<Entry> late = new ArrayList<>(0);
        boolean idle;
        boolean busy;
        synchronized (this) {
            busy = !sent.isEmpty() || !waiting.isEmpty();
            Entry head = sent.peekFirst();
            if (head != null && nowNanos - head.sentNanos > slowAfter()) {
                spilling |= nowNanos - lastAckNanos > slowAfter();
                keepSent(nowNanos, late);
            }
            refuseUnwritten(nowNanos, late);
            idle = sent.isEmpty() && !waiting.isEmpty() && nowNanos - retryNanos > 0;
        }
        for (Entry entry : late) {
            outbox.metrics().refused(entry.priority);
            entry.durable.completeExceptionally(full());
        }
        if (idle) {
            outbox.wake(this);
        }
        return busy;
    }

    private long slowAfter() {
        return outbox.limits().slowAfter().toNanos();
    }

    private void keepSent(long nowNanos, List<Entry> late) {
        for (Entry entry : sent) {
            long age = nowNanos - entry.sentNanos;
            if (!spilling && age < slowAfter()) {
                return;
            }
            if (entry.durable.isDone()) {
                continue;
            }
            if (age > outbox.limits().deadline().toNanos()) {
                late.add(entry);
            } else if (entry.kept == Kept.NOT && (spilling || age > patience(entry))) {
                keep(entry);
            }
        }
    }

    private long patience(Entry entry) {
        return entry.priority == AppendPriority.FIRST
                ? slowAfter()
                : outbox.limits().longestWait().toNanos();
    }

    /// A disk that does not answer: what waits for it is given up, and thrown away should it get
    /// there after all.
    private void refuseUnwritten(long nowNanos, List<Entry> late) {
        Entry last = waiting.peekLast();
        while (last != null
                && last.kept == Kept.BEING_WRITTEN
                && last.is(Standing.HELD)
                && nowNanos - firstUnwrittenNanos() > outbox.limits().deadline().toNanos()) {
            waiting.removeLast();
            last.become(Standing.OVER);
            last.placed.completeExceptionally(full());
            late.add(last);
            last = waiting.peekLast();
        }
        if (!late.isEmpty()) {
            endSpillIfIdle();
        }
    }

    private long firstUnwrittenNanos() {
        return waiting.stream()
                .filter(entry -> entry.kept == Kept.BEING_WRITTEN)
                .mapToLong(entry -> entry.sinceNanos)
                .findFirst()
                .orElseGet(outbox::nanoTime);
    }

    /// Gives waiting records to the producer, in order. Reads the disk: for the drain's own thread.
    void drain() throws IOException {
        load();
        List<Entry> refused = new ArrayList<>(0);
        SendFailure failure = sendWaiting(refused);
        while (failure != null && failure.outcome() == SendOutcome.UNWRITABLE) {
            giveUp(refused.getLast(), failure.cause());
            failure = sendWaiting(refused);
        }
    }

    private void load() throws IOException {
        int bytes = 0;
        for (Entry entry : unread()) {
            if (bytes > LOADED_BYTES) {
                return;
            }
            SerializedRecord loaded = entry.load();
            bytes += loaded.value().length;
            synchronized (this) {
                entry.hold(loaded);
            }
        }
    }

    /// @param refused takes the record that Kafka will never take
    /// @return why a record was not sent; null when none is left to send
    private synchronized @Nullable SendFailure sendWaiting(List<Entry> refused) {
        while (sent.size() < window()) {
            Entry head = waiting.peekFirst();
            if (head == null || !head.is(Standing.HELD) || head.held() == null) {
                return null;
            }
            waiting.removeFirst();
            SendFailure failure = send(head);
            if (failure != null && failure.outcome() == SendOutcome.UNWRITABLE) {
                setAside(head);
                refused.add(head);
                endSpillIfIdle();
                return failure;
            }
            if (failure != null) {
                waiting.addFirst(head);
                pause();
                return failure;
            }
        }
        return null;
    }

    /// While Kafka shows no sign of life one record is sent to see whether it is back.
    private int window() {
        return outbox.nanoTime() - lastAckNanos < slowAfter() ? WINDOW : 1;
    }

    /// The records that come next and are not in memory.
    private synchronized List<Entry> unread() {
        int next = window() - sent.size();
        List<Entry> unread = new ArrayList<>();
        for (Entry entry : waiting) {
            if (next-- <= 0 || !entry.is(Standing.HELD)) {
                break;
            }
            if (entry.held() == null) {
                unread.add(entry);
            }
        }
        return unread;
    }

    /// The disk could not be read: try again in a while.
    synchronized void pause() {
        retryNanos = outbox.nanoTime() + BETWEEN_TRIES.toNanos();
    }

    /// Entries of which it is not known whether Kafka has them.
    synchronized List<Entry> indeterminate() {
        return waiting.stream().filter(entry -> entry.is(Standing.INDETERMINATE)).toList();
    }

    synchronized boolean isIndeterminate() {
        Entry head = waiting.peekFirst();
        return head != null && head.is(Standing.INDETERMINATE);
    }

    /// The doubtful entries have been looked up.
    ///
    /// @param entryToPosition those that Kafka has
    void resolve(List<Entry> looked, Map<Entry, JournalPosition> entryToPosition) {
        synchronized (this) {
            for (Entry entry : looked) {
                if (entryToPosition.containsKey(entry)) {
                    finish(entry, false);
                } else {
                    entry.become(Standing.HELD);
                }
            }
            waiting.removeIf(entryToPosition::containsKey);
            endSpillIfIdle();
        }
        entryToPosition.forEach(Entry::complete);
        outbox.wake(this);
    }
}
