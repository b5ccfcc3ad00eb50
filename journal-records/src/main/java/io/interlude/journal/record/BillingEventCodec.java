package io.interlude.journal.record;

import io.interlude.domain.money.BillingEvent;
import io.interlude.schema.BillOn;

/// The event that bills an impression, between Avro and the domain.
public final class BillingEventCodec {
    private BillingEventCodec() {}

    /// The domain's event.
    ///
    /// @throws IllegalArgumentException if this build does not know it
    public static BillingEvent toDomain(BillOn billOn) {
        return switch (billOn) {
            case fetch -> BillingEvent.FETCH;
            case deliver -> BillingEvent.DELIVER;
            case read -> BillingEvent.READ;
            case UNKNOWN -> throw new IllegalArgumentException("unknown billing event");
        };
    }

    public static BillOn toAvro(BillingEvent event) {
        return switch (event) {
            case FETCH -> BillOn.fetch;
            case DELIVER -> BillOn.deliver;
            case READ -> BillOn.read;
        };
    }
}
