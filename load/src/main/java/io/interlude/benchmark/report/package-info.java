/// Measures the speed and the freshness of reports.
@NullMarked
package io.interlude.benchmark.report;

import org.jspecify.annotations.NullMarked;
