package io.interlude.journal.outbox;

import java.io.IOException;

/// A part of the outbox that nothing else can fill or hold up: its places, its files, and the
/// thread that writes them.
final class OutboxPool implements AutoCloseable {
    private static final OutboxLog.Shape USUAL_FILES = new OutboxLog.Shape(4 << 20, 1);

    /// Of clicks more is made ahead, because a disk that others filled up must not stop them.
    private static final OutboxLog.Shape CLICK_FILES = new OutboxLog.Shape(1 << 20, 32);

    private final Quota quota;
    private final OutboxLog log;
    private final OutboxWriter writer;

    private OutboxPool(Quota quota, OutboxLog log, String name) {
        this.quota = quota;
        this.log = log;
        this.writer = new OutboxWriter(log, name);
    }

    /// For everything but clicks of the redirect.
    static OutboxPool usual(OutboxLimits limits, OutboxLog.RecoveryListener listener)
            throws IOException {
        OutboxLimits.Bounds bounds = limits.usual();
        return new OutboxPool(
                new Quota(bounds),
                OutboxLog.open(limits.folder(), bounds.mostBytes(), USUAL_FILES, listener),
                "outbox-writer");
    }

    /// For clicks of the redirect: [AppendPriority#FIRST].
    static OutboxPool clicks(OutboxLimits limits, OutboxLog.RecoveryListener listener)
            throws IOException {
        OutboxLimits.Bounds bounds = limits.clicks();
        return new OutboxPool(
                new Quota(bounds),
                OutboxLog.open(
                        limits.folder().resolve("clicks"),
                        bounds.mostBytes(),
                        CLICK_FILES,
                        listener),
                "outbox-click-writer");
    }

    void start() {
        writer.start();
    }

    /// Records that wait.
    int entries() {
        return quota.taken();
    }

    /// Bytes of its files.
    long bytes() {
        return log.bytes();
    }

    /// Writes the entry soon and tells its appender, unless there is no place for it.
    boolean keep(PartitionAppender appender, Entry entry) {
        if (!quota.take(entry)) {
            return false;
        }
        entry.kept = Entry.Kept.BEING_WRITTEN;
        writer.write(appender, entry);
        return true;
    }

    /// Counts a record that is in its files already.
    void takeAnyway(Entry entry) {
        quota.takeAnyway(entry);
    }

    /// A record that was kept, or was to be, is needed no more.
    void release(Entry entry) {
        quota.release(entry);
    }

    @Override
    public void close() throws IOException {
        writer.close();
        log.close();
    }
}
