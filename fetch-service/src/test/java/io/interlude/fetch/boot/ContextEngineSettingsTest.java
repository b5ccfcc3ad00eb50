package io.interlude.fetch.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.context.engine.EmbedderKind;
import io.interlude.web.settings.InvalidSettingsException;
import io.interlude.web.settings.SettingsReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.mock.env.MockEnvironment;

class ContextEngineSettingsTest {
    private static ContextEngineSettings read(Map<String, String> properties) {
        MockEnvironment environment = new MockEnvironment();
        properties.forEach(
                (name, value) -> environment.setProperty("interlude.context." + name, value));
        return new SettingsReader(environment, List.of(ContextConfiguration.contextSection()))
                .get(ContextEngineSettings.class);
    }

    @Test
    void readsInMicrosecondsByDefault() {
        assertThat(read(Map.of()))
                .isEqualTo(
                        new ContextEngineSettings(
                                EmbedderKind.STATIC, 1, Duration.ofMillis(100), true));
    }

    @Test
    void mapsEveryProperty() {
        assertThat(
                        read(
                                Map.of(
                                        "embedder", "transformer",
                                        "transformer-threads", "2",
                                        "transformer-budget", "30ms",
                                        "appropriateness", "false")))
                .isEqualTo(
                        new ContextEngineSettings(
                                EmbedderKind.TRANSFORMER, 2, Duration.ofMillis(30), false));
    }

    @Test
    void namesWhatIsOutOfBounds() {
        assertThatThrownBy(
                        () -> read(Map.of("transformer-threads", "0", "transformer-budget", "3s")))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("transformer-threads")
                .hasMessageContaining("transformer-budget");
    }
}
