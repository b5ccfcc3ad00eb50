/// The delivery of line items, and the rules that hold them back.
@NullMarked
package io.interlude.report.delivery;

import org.jspecify.annotations.NullMarked;
