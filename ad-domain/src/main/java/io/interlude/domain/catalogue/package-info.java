/// The bookings of an org: applications, ad units, campaigns, line items and creatives.
@NullMarked
package io.interlude.domain.catalogue;

import org.jspecify.annotations.NullMarked;
