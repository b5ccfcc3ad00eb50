/// Tests of explained decisions.
@NullMarked
package io.interlude.report.explain;

import org.jspecify.annotations.NullMarked;
