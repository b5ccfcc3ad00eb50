package io.interlude.benchmark.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The replay of an audit against the folds of the aggregator, and every fault planted.
class AuditBenchmarkIT {
    private static final int RECORDS = 3_000;

    @Test
    void findsEveryPlantedFaultAndNothingElse() throws Exception {
        assertThat(AuditBenchmark.run(RECORDS, 7)).isTrue();
    }
}
