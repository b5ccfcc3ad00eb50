package io.interlude.journal.outbox;

import static java.util.Objects.requireNonNull;

import io.interlude.journal.append.SerializedRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes entries to the log, with one sync for all that came while the last one ran. One thread.
/// Its queue is bounded by the [Quota] that every entry has taken.
///
/// A disk that does not answer for a while gets its entries refused. These are not written after
/// that, and taken back where it happened while they were, or the next process would give Kafka
/// what a caller was told is not recorded. Only one that is killed before that still would.
final class OutboxWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OutboxWriter.class);
    private static final Duration IDLE = Duration.ofMillis(100);
    private static final Duration BETWEEN_TIDYINGS = Duration.ofMillis(500);
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);
    private static final int LARGEST_GROUP = 1_000;

    private final OutboxLog log;
    private final LinkedBlockingQueue<Task> queue = new LinkedBlockingQueue<>();
    private final Thread thread;
    private long tidiedNanos = System.nanoTime();
    private volatile boolean closing;

    OutboxWriter(OutboxLog log, String name) {
        this.log = log;
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /// Writes the entry soon and tells its appender. The entry holds its record.
    void write(PartitionAppender appender, Entry entry) {
        SerializedRecord held = requireNonNull(entry.held(), "the entry holds no record");
        queue.add(new Task(appender, entry, held));
    }

    private void run() {
        List<Task> group = new ArrayList<>();
        while (!closing || !queue.isEmpty()) {
            try {
                collect(group);
                write(group);
                tidyNowAndThen();
            } catch (RuntimeException e) {
                LOG.error("event=outbox_writer_failed", e);
            }
            group.clear();
        }
    }

    private void collect(List<Task> group) {
        try {
            Task first = queue.poll(IDLE.toMillis(), TimeUnit.MILLISECONDS);
            if (first != null) {
                group.add(first);
                queue.drainTo(group, LARGEST_GROUP - 1);
            }
        } catch (InterruptedException e) {
            closing = true;
        }
    }

    private void tidyNowAndThen() {
        if (System.nanoTime() - tidiedNanos > BETWEEN_TIDYINGS.toNanos()) {
            log.tidy();
            tidiedNanos = System.nanoTime();
        }
    }

    private void write(List<Task> group) {
        group.removeIf(OutboxWriter::isRefused);
        int next = 0;
        while (next < group.size()) {
            next = writeSome(group, next);
        }
    }

    private static boolean isRefused(Task task) {
        boolean refused = task.entry().placed.isCompletedExceptionally();
        if (refused) {
            task.appender().unwritten(task.entry(), null);
        }
        return refused;
    }

    /// Writes what fits into one segment, so that a sync either holds for all of it or for none.
    private int writeSome(List<Task> group, int from) {
        Task first = group.get(from);
        byte[] firstPayload = RecordCodec.encode(first.sent());
        if (!log.admits(Segment.bytesOf(firstPayload), first.entry().priority)) {
            first.appender().unwritten(first.entry(), null);
            return from + 1;
        }
        List<byte[]> payloads = new ArrayList<>();
        payloads.add(firstPayload);
        int bytes = Segment.bytesOf(firstPayload);
        int end = from + 1;
        while (end < group.size()) {
            byte[] payload = RecordCodec.encode(group.get(end).sent());
            bytes += Segment.bytesOf(payload);
            if (!log.fits(bytes)
                    || !log.admits(Segment.bytesOf(payload), group.get(end).entry().priority)) {
                break;
            }
            payloads.add(payload);
            end++;
        }
        write(group.subList(from, end), payloads);
        return end;
    }

    private void write(List<Task> tasks, List<byte[]> payloads) {
        try {
            OutboxLog.Written written = log.append(payloads.toArray(byte[][]::new));
            if (tasks.stream().anyMatch(task -> task.entry().placed.isCompletedExceptionally())) {
                OutboxLog.takeBack(written);
                write(new ArrayList<>(tasks));
                return;
            }
            for (int i = 0; i < tasks.size(); i++) {
                Task task = tasks.get(i);
                task.appender().written(task.entry(), written.segment(), written.places()[i]);
            }
        } catch (IOException e) {
            LOG.warn("event=outbox_write_failed records={} cause={}", tasks.size(), e.toString());
            tasks.forEach(task -> task.appender().unwritten(task.entry(), e));
        }
    }

    /// Writes what is queued, waiting at most 5 s for it.
    @Override
    public void close() {
        closing = true;
        try {
            thread.join(CLOSE_DEADLINE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private record Task(PartitionAppender appender, Entry entry, SerializedRecord sent) {}
}
