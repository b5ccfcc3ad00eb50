/// Tests of the rows.
@NullMarked
package io.interlude.report.rollup;

import org.jspecify.annotations.NullMarked;
