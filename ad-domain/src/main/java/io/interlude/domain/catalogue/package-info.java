/// What an org has booked: applications, ad units, campaigns, line items and creatives.
@NullMarked
package io.interlude.domain.catalogue;

import org.jspecify.annotations.NullMarked;
