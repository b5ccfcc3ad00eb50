/// The times at which a campaign or a line item serves: its flight and its dayparts.
@NullMarked
package io.interlude.domain.flight;

import org.jspecify.annotations.NullMarked;
