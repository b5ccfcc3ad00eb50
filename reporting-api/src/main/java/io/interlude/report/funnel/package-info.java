/// The ways that people took through a flow.
@NullMarked
package io.interlude.report.funnel;

import org.jspecify.annotations.NullMarked;
