package io.interlude.benchmark.reportspeed;

import io.interlude.benchmark.load.floor.RawConnection;
import java.io.IOException;
import org.HdrHistogram.Histogram;

/// The latencies of one request, made a hundred times after thirty that did not count.
///
/// @param body of the last answer
record Timings(Histogram micros, String body) {
    private static final int WARM_UPS = 30;
    private static final int REQUESTS = 100;
    private static final double MICROS_IN_MILLI = 1_000.0;

    /// Asks over and over, one request after the other.
    ///
    /// @throws IllegalStateException if it is not answered with 200
    static Timings of(RawConnection connection, byte[] request) throws IOException {
        for (int number = 0; number < WARM_UPS; number++) {
            connection.exchange(request);
        }
        Histogram micros = new Histogram(3);
        String body = "";
        for (int number = 0; number < REQUESTS; number++) {
            long startNanos = System.nanoTime();
            RawConnection.Answer answer = connection.exchange(request);
            micros.recordValue((System.nanoTime() - startNanos) / 1_000);
            if (answer.status() != 200) {
                throw new IllegalStateException(answer.body());
            }
            body = answer.body();
        }
        return new Timings(micros, body);
    }

    /// So many in a hundred took no longer.
    double millis(double percentile) {
        return micros.getValueAtPercentile(percentile) / MICROS_IN_MILLI;
    }
}
