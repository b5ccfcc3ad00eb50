/// Metrics for Prometheus.
@NullMarked
package io.interlude.kit.metrics;

import org.jspecify.annotations.NullMarked;
