/// Forecasts of line items that are not booked.
@NullMarked
package io.interlude.manage.forecast;

import org.jspecify.annotations.NullMarked;
