/// Start and end dates as campaigns and line items carry them.
@NullMarked
package io.interlude.manage.flight;

import org.jspecify.annotations.NullMarked;
