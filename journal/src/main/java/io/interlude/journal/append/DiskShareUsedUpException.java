package io.interlude.journal.append;

/// An org wrote in a day what it may write to the disk that all share. Nothing was written. Carries
/// no stack trace: it is an answer, not a fault.
public final class DiskShareUsedUpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DiskShareUsedUpException() {
        super("the org has used up its share of the disk", null, false, false);
    }
}
