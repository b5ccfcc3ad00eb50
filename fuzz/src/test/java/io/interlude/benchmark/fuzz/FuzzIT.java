package io.interlude.benchmark.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.benchmark.fuzz.request.FuzzOptions;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/// A small run of the fuzzer, so that a route that it does not know, or a refusal that changed, is
/// seen by whoever changes it. The full one is `benchmarks/fuzz`.
class FuzzIT {
    @Test
    void refusesBadRequestsAsTheContractSays()
            throws IOException, InterruptedException, ExecutionException {
        FuzzRun.Report report =
                FuzzRun.of(FuzzOptions.parse("--requests", "6000", "--seed", "20261121"));

        assertThat(report.clean()).as(report.text()).isTrue();
    }
}
