package io.interlude.fetch.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.context.engine.ContextSettings;
import io.interlude.context.engine.EmbedderKind;
import io.interlude.kit.boot.InvalidSettingsException;
import io.interlude.kit.boot.SettingsReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.mock.env.MockEnvironment;

class ContextEngineSettingsTest {
    private static ContextSettings read(Map<String, String> properties) {
        MockEnvironment environment = new MockEnvironment();
        properties.forEach(
                (name, value) -> environment.setProperty("interlude.context." + name, value));
        return new SettingsReader(environment, List.of(FetchConfiguration.contextSection()))
                .get(ContextEngineSettings.class)
                .toContextSettings();
    }

    @Test
    void hasTheEnginesDefaults() {
        assertThat(read(Map.of())).isEqualTo(ContextSettings.DEFAULT);
    }

    @Test
    void mapsEveryProperty() {
        assertThat(
                        read(
                                Map.of(
                                        "embedder", "transformer",
                                        "transformer-threads", "2",
                                        "appropriateness", "false")))
                .isEqualTo(new ContextSettings(EmbedderKind.TRANSFORMER, 2, false));
    }

    @Test
    void namesWhatIsOutOfBounds() {
        assertThatThrownBy(() -> read(Map.of("transformer-threads", "0")))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("transformer-threads");
    }
}
