/// Measures the speed and the freshness of reports.
@NullMarked
package io.interlude.benchmark.reportspeed;

import org.jspecify.annotations.NullMarked;
