/// Versions of attribution: conversions counted by other rules than the booked ones, beside them.
@NullMarked
package io.interlude.report.attribution;

import org.jspecify.annotations.NullMarked;
