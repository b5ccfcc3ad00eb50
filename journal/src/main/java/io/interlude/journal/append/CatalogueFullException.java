package io.interlude.journal.append;

/// An org's catalogue would take more memory than it may. Nothing was written.
public final class CatalogueFullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String description;

    /// Of an org that holds bytes already, and would hold more.
    public CatalogueFullException(long heldBytes, long growthBytes, long mostBytes) {
        super("the catalogue is full", null, false, false);
        this.description =
                ("Your org's catalogue would take %d bytes of memory, with all that is archived and"
                                + " every version of creatives, and may take %d: change or make less,"
                                + " or ask the operator for more.")
                        .formatted(heldBytes + growthBytes, mostBytes);
    }

    /// Tells a client what to do.
    public String description() {
        return description;
    }
}
