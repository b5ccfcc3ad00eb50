package io.interlude.journal.record;

import io.interlude.schema.CapScope;

/// The scope of a frequency cap, between Avro and the domain.
public final class CapScopeCodec {
    private CapScopeCodec() {}

    /// The scope of a record.
    ///
    /// @throws IllegalArgumentException for a scope of a later version
    public static io.interlude.domain.frequency.CapScope read(CapScope scope) {
        return switch (scope) {
            case lineItem -> io.interlude.domain.frequency.CapScope.LINE_ITEM;
            case campaign -> io.interlude.domain.frequency.CapScope.CAMPAIGN;
            case adUnit -> io.interlude.domain.frequency.CapScope.AD_UNIT;
            case creative -> io.interlude.domain.frequency.CapScope.CREATIVE;
            case conversation -> io.interlude.domain.frequency.CapScope.CONVERSATION;
            case advertiser -> io.interlude.domain.frequency.CapScope.ADVERTISER;
            case hidden -> io.interlude.domain.frequency.CapScope.HIDDEN;
            case UNKNOWN ->
                    throw new IllegalArgumentException(
                            "scope is of a kind that this version does not know");
        };
    }

    /// The scope as records have it.
    public static CapScope write(io.interlude.domain.frequency.CapScope scope) {
        return switch (scope) {
            case LINE_ITEM -> CapScope.lineItem;
            case CAMPAIGN -> CapScope.campaign;
            case AD_UNIT -> CapScope.adUnit;
            case CREATIVE -> CapScope.creative;
            case CONVERSATION -> CapScope.conversation;
            case ADVERTISER -> CapScope.advertiser;
            case HIDDEN -> CapScope.hidden;
        };
    }
}
