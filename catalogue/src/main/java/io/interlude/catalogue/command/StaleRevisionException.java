package io.interlude.catalogue.command;

import io.interlude.domain.identity.OrgId;

/// The org's catalogue changed after a change to it was decided. Nothing was written: decide again.
public final class StaleRevisionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StaleRevisionException(OrgId orgId, long basis, long newest) {
        super(
                "org %s is at revision %d, not %d".formatted(orgId, newest, basis),
                null,
                false,
                false);
    }
}
