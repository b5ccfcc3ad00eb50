/// Metrics for Prometheus.
@NullMarked
package io.interlude.web.metrics;

import org.jspecify.annotations.NullMarked;
