package io.interlude.ingest.boot;

import io.interlude.web.rehearsal.PlayedRehearsal;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class IngestRehearsalIT {
    @Test
    void everyRequestIsAnsweredAsInEarnest() {
        IngestSettings settings =
                new IngestSettings(
                        Duration.ofDays(30),
                        Duration.ofMillis(200),
                        URI.create("https://example.com/"));
        IngestRehearsal rehearsal =
                new IngestRehearsal(settings, new TrafficSettings(60, 300, Duration.ofSeconds(10)));

        PlayedRehearsal.assertAnsweredAsInEarnest(rehearsal);
    }
}
