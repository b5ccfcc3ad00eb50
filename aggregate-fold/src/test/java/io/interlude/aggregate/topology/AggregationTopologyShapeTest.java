package io.interlude.aggregate.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.aggregate.state.RunningStores;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// A renamed node or store is a new changelog or repartition topic, and so lost state. The printed
/// topology makes it a visible change.
class AggregationTopologyShapeTest {
    @Test
    void topologyIsTheOneOnRecord() throws IOException {
        String topology =
                AggregationTopology.build(
                                new JournalDriver.PlainSerdes(),
                                12,
                                new FoldConfig(
                                        Duration.ofMinutes(1),
                                        JournalDriver.WINDOW,
                                        Duration.ofMillis(100)),
                                JournalDriver.sources(new ServedAds()),
                                new SimpleMeterRegistry(),
                                new RunningStores())
                        .describe()
                        .toString();

        assertThat(withoutTrailingSpace(topology)).isEqualTo(onRecord());
    }

    private static String withoutTrailingSpace(String text) {
        return text.strip().replaceAll(" +\\n", "\n");
    }

    private static String onRecord() throws IOException {
        try (InputStream file =
                AggregationTopologyShapeTest.class.getResourceAsStream("/topology.txt")) {
            assertThat(file).isNotNull();
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }
}
