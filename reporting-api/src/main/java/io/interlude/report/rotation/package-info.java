/// The share of each creative of a line item, and its reason.
@NullMarked
package io.interlude.report.rotation;

import org.jspecify.annotations.NullMarked;
