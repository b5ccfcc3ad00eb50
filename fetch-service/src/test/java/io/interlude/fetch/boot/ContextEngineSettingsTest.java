package io.interlude.fetch.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.fetch.boot.ContextEngineSettings.Reader;
import io.interlude.web.settings.InvalidSettingsException;
import io.interlude.web.settings.SettingsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    void asksTheTransformerInDoubtByDefault() {
        assertThat(read(Map.of()))
                .isEqualTo(
                        new ContextEngineSettings(
                                Reader.CASCADE,
                                1,
                                null,
                                true,
                                null,
                                null,
                                null,
                                List.of("en"),
                                Path.of("data/context"),
                                null,
                                null));
    }

    @Test
    void waitsLessForAReaderThatAnotherStandsInFor() {
        assertThat(read(Map.of("embedder", "cascade")).budget()).isEqualTo(Duration.ofMillis(20));
        assertThat(read(Map.of("embedder", "transformer")).budget())
                .isEqualTo(Duration.ofMillis(100));
        assertThat(read(Map.of("embedder", "cascade", "transformer-budget", "7ms")).budget())
                .isEqualTo(Duration.ofMillis(7));
    }

    @Test
    void mapsEveryProperty() {
        assertThat(
                        read(
                                Map.of(
                                        "embedder", "transformer",
                                        "transformer-threads", "2",
                                        "transformer-budget", "30ms",
                                        "appropriateness", "false",
                                        "folder", "kept")))
                .isEqualTo(
                        new ContextEngineSettings(
                                Reader.TRANSFORMER,
                                2,
                                Duration.ofMillis(30),
                                false,
                                null,
                                null,
                                null,
                                List.of("en"),
                                Path.of("kept"),
                                null,
                                null));
    }

    @Test
    void readsTheKeyOfAnEndpointFromItsFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("key"), "sk-1\n");

        var endpoint =
                read(Map.of(
                                "embedder", "http",
                                "endpoint", "https://localhost/v1/embeddings",
                                "model", "small",
                                "api-key-file", file.toString()))
                        .httpEndpoint();

        assertThat(endpoint.model()).isEqualTo("small");
        assertThat(endpoint.apiKey()).isEqualTo("sk-1");
    }

    @Test
    void namesWhatAnEndpointLacks(@TempDir Path folder) {
        assertThatThrownBy(() ->
                        read(
                                Map.of(
                                        "embedder", "http",
                                        "endpoint", "ftp://localhost/v1/embeddings",
                                        "api-key-file", folder + "/none",
                                        "min-relevance", "1.5")))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContainingAll("endpoint", "model", "api-key-file", "min-relevance");
    }

    @Test
    void namesTheFileThatAModelLacks(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("model.onnx"), "no model");
        ContextEngineSettings settings =
                read(Map.of("embedder", "onnx", "model", folder.toString(), "languages", "zh,en"));

        assertThat(settings.languages()).containsExactly("zh", "en");
        assertThatThrownBy(settings::onnxFolder)
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessage(
                        "interlude.context.model: "
                                + folder.resolve("tokenizer.json")
                                + " is no file that can be read");
    }

    @Test
    void refusesAModelOfAnotherDigest(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("model.onnx"), "a model");
        Files.writeString(folder.resolve("tokenizer.json"), "{}");
        ContextEngineSettings settings =
                read(
                        Map.of(
                                "embedder", "onnx",
                                "model", folder.toString(),
                                "model-sha256", "0".repeat(64)));

        assertThatThrownBy(settings::onnxFolder)
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContainingAll("interlude.context.model", "model.onnx", "SHA-256");
    }

    @Test
    void refusesLanguagesThatTheReaderDoesNotRead() {
        assertThatThrownBy(() -> read(Map.of("languages", "zh")))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("interlude.context.languages");
        assertThatThrownBy(() -> read(Map.of("embedder", "onnx", "languages", "Chinese")))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContainingAll("languages", "model is missing");
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
