package io.interlude.journal.outbox;

import io.interlude.journal.append.AppendPriority;
import io.interlude.journal.append.SerializedRecord;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Promised records that Kafka refused for good, in files of their own beside the outbox's. The
/// next process offers them to Kafka again. Safe for use by many threads; writes wait for the disk.
final class Undelivered implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Undelivered.class);
    private static final OutboxLog.Shape FILES = new OutboxLog.Shape(4 << 20, 0);

    private final OutboxLog log;

    private Undelivered(OutboxLog log) {
        this.log = log;
    }

    static Undelivered open(OutboxLimits limits, OutboxLog.RecoveryListener listener)
            throws IOException {
        return new Undelivered(
                OutboxLog.open(
                        limits.folder().resolve("undelivered"),
                        limits.usual().mostBytes(),
                        FILES,
                        listener));
    }

    /// Syncs the record to the disk; false when there is no room, or the disk fails.
    synchronized boolean keep(SerializedRecord refused) {
        byte[] payload = RecordCodec.encode(refused);
        try {
            if (log.admits(Segment.bytesOf(payload), AppendPriority.FIRST)) {
                var _ = log.append(new byte[][] {payload});
                return true;
            }
        } catch (IOException e) {
            LOG.error("event=outbox_undelivered_not_kept", e);
        }
        return false;
    }

    /// Records that are kept, those included that are offered again.
    synchronized int records() {
        return log.unsettled();
    }

    @Override
    public synchronized void close() throws IOException {
        log.close();
    }
}
