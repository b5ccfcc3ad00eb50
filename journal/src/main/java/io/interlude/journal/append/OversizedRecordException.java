package io.interlude.journal.append;

import io.interlude.schema.ResourceKind;

/// A resource is larger than a record may be. Nothing was written.
public final class OversizedRecordException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String field;
    private final String description;

    /// Of the resource of that kind and id.
    ///
    /// @param field name of its largest field
    public OversizedRecordException(ResourceKind kind, String id, String field, int mostBytes) {
        super(kind + " " + id + " is larger than a record may be", null, false, false);
        this.field = field;
        this.description =
                "The %s %s is larger than %d bytes: make this field smaller."
                        .formatted(kind, id, mostBytes);
    }

    /// Name of the largest field.
    public String field() {
        return field;
    }

    /// Tells a client what to do.
    public String description() {
        return description;
    }
}
