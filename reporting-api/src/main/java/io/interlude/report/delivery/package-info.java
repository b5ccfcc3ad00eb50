/// How line items deliver, and what holds them back.
@NullMarked
package io.interlude.report.delivery;

import org.jspecify.annotations.NullMarked;
