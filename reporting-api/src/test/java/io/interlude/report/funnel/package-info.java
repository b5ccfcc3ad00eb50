/// Tests of the funnel of a flow.
@NullMarked
package io.interlude.report.funnel;

import org.jspecify.annotations.NullMarked;
