package io.interlude.web.limits;

/// The bytes that an org's work holds after its request has been answered, such as an audit. They
/// are of those that requests share, so work and requests of an org together hold no more than its
/// share. For one thread.
public final class WorkMemory implements AutoCloseable {
    /// Taken at a time, so that small amounts cost nothing.
    private static final long PIECE_BYTES = 1 << 18;

    private final Place place;
    private final long largestBytes;
    private long usedBytes;
    private long takenBytes;

    WorkMemory(Place place, long largestBytes) {
        this.place = place;
        this.largestBytes = largestBytes;
    }

    /// Takes bytes, before memory of that size is filled.
    ///
    /// @throws OverloadedException if they are not free, or the work holds all that it may
    public void take(long bytes) {
        if (bytes > freeBytes()) {
            throw new OverloadedException("The work needs more than its share of memory");
        }
        long missing = usedBytes + bytes - takenBytes;
        if (missing > 0) {
            long more = Math.min(largestBytes - takenBytes, Math.max(missing, PIECE_BYTES));
            place.take(more);
            takenBytes += more;
        }
        usedBytes += bytes;
    }

    /// Gives bytes back to the work, which keeps them until it is over.
    public void giveBack(long bytes) {
        usedBytes -= bytes;
    }

    /// Bytes that the work may take beside those that it holds, if nobody else needs them.
    public long freeBytes() {
        return largestBytes - usedBytes;
    }

    /// Gives everything back to all.
    @Override
    public void close() {
        place.close();
    }
}
