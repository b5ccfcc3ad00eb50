package io.interlude.local.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.aggregate.boot.AggregateSettings;
import io.interlude.fetch.boot.HandoverConfiguration;
import io.interlude.ingest.boot.IngestConfiguration;
import org.junit.jupiter.api.Test;

/// Defaults of services that do not know each other.
class SharedDefaultsTest {
    @Test
    void fetchFollowsTheCommitsOfTheAggregator() {
        assertThat(HandoverConfiguration.DEFAULT_APPLICATION_ID)
                .isEqualTo(AggregateSettings.DEFAULT_APPLICATION_ID);
    }

    @Test
    void feedbackWaitsForTheCommitsOfTheAggregator() {
        assertThat(IngestConfiguration.DEFAULT_APPLICATION_ID)
                .isEqualTo(AggregateSettings.DEFAULT_APPLICATION_ID);
    }
}
