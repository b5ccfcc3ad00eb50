package io.interlude.catalogue.key;

/// Kind of an API key, which says what it may do.
public enum KeyKind {
    /// Data-plane key of one application: fetches and events.
    FETCH,
    /// Publisher tag of a public page: fetches, flow events, deliveries, reads and the pixel, from
    /// its allowed origins only.
    TAG,
    /// Management of the org; may also fetch and post events.
    MGMT,
    /// Reports and journal only.
    READ;

    /// The kind of a record.
    ///
    /// @throws IllegalArgumentException for a kind of a later version
    public static KeyKind of(io.interlude.schema.KeyKind kind) {
        return switch (kind) {
            case fetch -> FETCH;
            case tag -> TAG;
            case mgmt -> MGMT;
            case read -> READ;
            case UNKNOWN -> throw new IllegalArgumentException("kind of key is unknown");
        };
    }
}
