package io.interlude.report.audit.count;

/// The bytes that an audit may hold: cells, whom they reached, and events. Used by one thread at a
/// time.
public final class AuditMemory {
    private long freeBytes;

    public AuditMemory(long bytes) {
        freeBytes = bytes;
    }

    /// Takes bytes, before memory of that size is filled.
    ///
    /// @throws CellBook.TooManyCellsException if they are not free
    public void take(long bytes) {
        if (bytes > freeBytes) {
            throw new CellBook.TooManyCellsException();
        }
        freeBytes -= bytes;
    }

    public void giveBack(long bytes) {
        freeBytes += bytes;
    }

    public long freeBytes() {
        return freeBytes;
    }
}
