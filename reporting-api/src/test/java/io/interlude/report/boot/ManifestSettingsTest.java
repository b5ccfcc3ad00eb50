package io.interlude.report.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.web.settings.InvalidSettingsException;
import io.interlude.web.settings.SettingsReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.util.unit.DataSize;

class ManifestSettingsTest {
    private static final String KEY = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";

    @Test
    void hasTheDefaultsOfItsPage() throws Exception {
        // when
        ManifestSettings settings = read(Map.of());

        // then
        assertThat(settings)
                .isEqualTo(
                        new ManifestSettings(
                                true, Duration.ofMinutes(1), DataSize.ofMegabytes(16), List.of()));
        assertThat(Files.readString(Path.of("..", "docs", "configuration.md")))
                .contains(
                        "| `interlude.manifests.enabled` | `true` |",
                        "| `interlude.manifests.grace` | `1m` |",
                        "| `interlude.manifests.read-rate` | `16MB` |",
                        "| `interlude.manifests.former-keys` | none |");
    }

    @Test
    void readsEveryProperty() {
        assertThat(
                        read(
                                Map.of(
                                        "interlude.manifests.enabled", "false",
                                        "interlude.manifests.grace", "5m",
                                        "interlude.manifests.read-rate", "1MB",
                                        "interlude.manifests.former-keys", KEY)))
                .isEqualTo(
                        new ManifestSettings(
                                false,
                                Duration.ofMinutes(5),
                                DataSize.ofMegabytes(1),
                                List.of(KEY)));
    }

    @Test
    void namesEveryViolation() {
        assertThatThrownBy(() ->
                        read(
                                Map.of(
                                        "interlude.manifests.grace", "2h",
                                        "interlude.manifests.read-rate", "1KB",
                                        "interlude.manifests.former-keys", "short")))
                .isInstanceOfSatisfying(
                        InvalidSettingsException.class,
                        e ->
                                assertThat(e.violations())
                                        .containsExactly(
                                                "interlude.manifests.grace is not 0 to 1h: PT2H",
                                                "interlude.manifests.read-rate is less than 64KB: 1024B",
                                                "interlude.manifests.former-keys[0] is not 32 bytes in base64url"));
    }

    private static ManifestSettings read(Map<String, Object> properties) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
        return new SettingsReader(environment, List.of(ManifestConfiguration.manifestSection()))
                .get(ManifestSettings.class);
    }
}
