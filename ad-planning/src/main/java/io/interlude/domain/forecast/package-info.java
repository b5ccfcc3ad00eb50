/// Forecasts of line items that are not booked: what recorded requests would have brought them.
@NullMarked
package io.interlude.domain.forecast;

import org.jspecify.annotations.NullMarked;
