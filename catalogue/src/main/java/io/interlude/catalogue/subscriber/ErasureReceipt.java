package io.interlude.catalogue.subscriber;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/// The receipt of one erasure. It says nothing of whom.
///
/// @param receiptId a random UUID
/// @param erasedAt when the key was destroyed, in whole milliseconds
/// @param erasedBy id of the management key that asked for it
public record ErasureReceipt(String receiptId, Instant erasedAt, String erasedBy) {
    public ErasureReceipt {
        requireNonNull(receiptId, "receiptId is null");
        requireNonNull(erasedAt, "erasedAt is null");
        requireNonNull(erasedBy, "erasedBy is null");
    }
}
