package io.interlude.ingest.boot;

import io.interlude.web.warmup.WarmUpAssertions;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class IngestWarmUpIT {
    @Test
    void everyRequestIsAnsweredAsExpected() {
        IngestSettings settings =
                new IngestSettings(
                        Duration.ofDays(30),
                        Duration.ofMillis(200),
                        URI.create("https://example.com/"));
        IngestWarmUp warmUp =
                new IngestWarmUp(settings, new TrafficSettings(60, 300, Duration.ofSeconds(10)));

        WarmUpAssertions.assertAnsweredAsExpected(warmUp);
    }
}
