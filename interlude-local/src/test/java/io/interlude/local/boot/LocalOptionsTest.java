package io.interlude.local.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocalOptionsTest {
    @Test
    void hasTheDocumentedDefaults() {
        LocalOptions options = LocalOptions.parse(List.of(), Map.of());

        assertThat(options.port()).isEqualTo(8_080);
        assertThat(options.brokerPort()).isEqualTo(19_092);
        assertThat(options.baseUrl()).isEqualTo(URI.create("http://127.0.0.1:8080"));
        assertThat(options.dataFolder()).isAbsolute().hasFileName("data");
        assertThat(options.demo()).isTrue();
        assertThat(options.fresh()).isFalse();
        assertThat(options.brokers()).isNull();
        assertThat(options.registry()).isNull();
        assertThat(options.operatorToken()).isNull();
    }

    @Test
    void clickUrlsFollowThePortUnlessToldOtherwise() {
        assertThat(LocalOptions.parse(List.of(), Map.of("INTERLUDE_PORT", "9001")).baseUrl())
                .isEqualTo(URI.create("http://127.0.0.1:9001"));
        assertThat(
                        LocalOptions.parse(
                                        List.of(),
                                        Map.of("INTERLUDE_BASE_URL", "https://ads.example.com/"))
                                .baseUrl())
                .isEqualTo(URI.create("https://ads.example.com"));
    }

    @Test
    void theCommandLineWinsOverTheEnvironment() {
        LocalOptions options =
                LocalOptions.parse(
                        List.of("--fresh", "--brokers", "a:1", "--registry", "http://r:2"),
                        Map.of("INTERLUDE_BROKERS", "b:1", "INTERLUDE_REGISTRY", "http://q:2"));

        assertThat(options.fresh()).isTrue();
        assertThat(options.brokers()).isEqualTo("a:1");
        assertThat(options.registry()).isEqualTo(URI.create("http://r:2"));
    }

    @ParameterizedTest
    @CsvSource({
        "INTERLUDE_PORT, 0",
        "INTERLUDE_PORT, 65536",
        "INTERLUDE_BROKER_PORT, abc",
        "INTERLUDE_DEMO, maybe",
        "INTERLUDE_BASE_URL, ftp://x",
        "INTERLUDE_REGISTRY, nowhere"
    })
    void namesTheSettingAtFault(String name, String value) {
        assertThatThrownBy(() -> LocalOptions.parse(List.of(), Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--brokers", "--what"})
    void namesTheOptionAtFault(String option) {
        assertThatThrownBy(() -> LocalOptions.parse(List.of(option), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(option);
    }

    @Test
    void takesTheOperatorTokenFromAFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "a-token-of-a-test\n");
        Map<String, String> environment = Map.of("INTERLUDE_OPERATOR_TOKEN_FILE", file.toString());

        assertThat(LocalOptions.parse(List.of(), environment).operatorToken())
                .isEqualTo("a-token-of-a-test");
    }

    @Test
    void refusesAMissingFileAndTwoTokens(@TempDir Path folder) throws IOException {
        String file = Files.writeString(folder.resolve("token"), "x").toString();

        assertThatThrownBy(() ->
                        LocalOptions.parse(
                                List.of(), Map.of("INTERLUDE_OPERATOR_TOKEN_FILE", "nowhere")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("INTERLUDE_OPERATOR_TOKEN_FILE");
        assertThatThrownBy(() ->
                        LocalOptions.parse(
                                List.of(),
                                Map.of(
                                        "INTERLUDE_OPERATOR_TOKEN_FILE",
                                        file,
                                        "INTERLUDE_OPERATOR_TOKEN",
                                        "hush-hush")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not both")
                .hasMessageNotContaining("hush");
    }

    @Test
    void printsNoToken() {
        assertThat(
                        LocalOptions.parse(
                                        List.of(), Map.of("INTERLUDE_OPERATOR_TOKEN", "hush-hush"))
                                .toString())
                .doesNotContain("hush");
    }
}
