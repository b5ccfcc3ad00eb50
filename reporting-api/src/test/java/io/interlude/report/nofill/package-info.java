/// Tests of the funnel from requests to fills.
@NullMarked
package io.interlude.report.nofill;

import org.jspecify.annotations.NullMarked;
