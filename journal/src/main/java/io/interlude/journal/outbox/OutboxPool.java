package io.interlude.journal.outbox;

import java.io.IOException;

/// A part of the outbox that nothing else can fill or hold up: its places, its files, and the
/// thread that writes them.
final class OutboxPool implements AutoCloseable {
    private static final OutboxLog.Shape USUAL_FILES = new OutboxLog.Shape(4 << 20, 1);

    /// Of clicks more is made ahead, because a disk that others filled up must not stop them.
    private static final OutboxLog.Shape CLICK_FILES = new OutboxLog.Shape(1 << 20, 32);

    private final Quota room;
    private final OutboxLog log;
    private final OutboxWriter writer;

    private OutboxPool(Quota room, OutboxLog log, String name) {
        this.room = room;
        this.log = log;
        this.writer = new OutboxWriter(log, name);
    }

    /// For everything but clicks of the redirect.
    static OutboxPool usual(OutboxLimits limits, OutboxLog.LeftOver leftOver) throws IOException {
        OutboxLimits.Bounds bounds = limits.usual();
        return new OutboxPool(
                new Quota(bounds.mostEntries()),
                OutboxLog.open(limits.folder(), bounds.mostBytes(), USUAL_FILES, leftOver),
                "outbox-writer");
    }

    /// For clicks of the redirect: [Precedence#FIRST].
    static OutboxPool clicks(OutboxLimits limits, OutboxLog.LeftOver leftOver) throws IOException {
        OutboxLimits.Bounds bounds = limits.clicks();
        return new OutboxPool(
                new Quota(bounds.mostEntries()),
                OutboxLog.open(
                        limits.folder().resolve("clicks"),
                        bounds.mostBytes(),
                        CLICK_FILES,
                        leftOver),
                "outbox-click-writer");
    }

    void start() {
        writer.start();
    }

    /// Records that wait.
    int entries() {
        return room.taken();
    }

    /// Bytes of its files.
    long bytes() {
        return log.bytes();
    }

    /// Writes the entry soon and tells its lane, unless there is no place for it.
    boolean keep(PartitionAppender lane, Entry entry) {
        if (!room.take(entry.precedence)) {
            return false;
        }
        entry.kept = Entry.Kept.BEING_WRITTEN;
        writer.write(lane, entry);
        return true;
    }

    /// Counts a record that is in its files already.
    void takeAnyway() {
        room.takeAnyway();
    }

    /// A record that was kept, or was to be, is needed no more.
    void release() {
        room.release();
    }

    @Override
    public void close() throws IOException {
        writer.close();
        log.close();
    }
}
