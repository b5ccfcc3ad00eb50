package io.interlude.report.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MetricTest {
    /// Parquet takes the type of a column from the metric, and breaks off at a value of another.
    @ParameterizedTest
    @EnumSource(Metric.class)
    void aCellHasTheTypeThatItsMetricSays(Metric metric) {
        Object value = metric.of(CounterSums.NONE, 0);

        assertThat(value)
                .isInstanceOf(
                        metric.isMoney()
                                ? String.class
                                : metric.isShare() ? Double.class : Long.class);
    }
}
