package io.interlude.domain.selection;

import static io.interlude.domain.selection.Bookings.aLineItem;

import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.ServingStatus;

/// Candidates with one card each, for tests of other packages.
public final class CatalogueOfTwo {
    private CatalogueOfTwo() {}

    /// One that takes every ad unit.
    public static Candidate everywhere() {
        return only(aLineItem("everywhere"));
    }

    /// A draft that takes one ad unit.
    public static Candidate draftOn(String adUnitCode) {
        return only(aLineItem("draft").status(ServingStatus.DRAFT).on(adUnitCode));
    }

    private static Candidate only(Bookings.ALineItem lineItem) {
        return new Bookings()
                .with(lineItem, "card")
                .prepare()
                .source()
                .lineItems()
                .iterator()
                .next();
    }
}
