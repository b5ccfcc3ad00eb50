package io.interlude.web.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class OperatorSettingsTest {
    private static final String TOKEN = "test-only-operator-token";

    @TempDir private Path folder;

    private static void assertRefused(
            @Nullable String token, @Nullable Path tokenFile, String violation) {
        assertThatExceptionOfType(InvalidSettingsException.class)
                .isThrownBy(() -> new OperatorSettings(token, tokenFile))
                .satisfies(e ->
                        assertThat(e.violations()).singleElement().asString().contains(violation));
    }

    @Test
    void readsTheTokenOrItsFile() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), TOKEN + "\n");

        assertThat(bind(Map.of("interlude.operator.token", TOKEN)).token()).isEqualTo(TOKEN);
        OperatorSettings ofFile = bind(Map.of("interlude.operator.token-file", file.toString()));
        assertThat(ofFile.tokenFile()).isEqualTo(file);
        assertThat(ofFile.operatorToken()).isNotNull();
    }

    @Test
    void refusesNoneBothAndWhatIsNoToken() throws IOException {
        Path file = Files.writeString(folder.resolve("short"), "short\n");

        assertRefused(null, null, "is missing");
        assertRefused(TOKEN, file, "both given");
        assertRefused("short", null, "shorter than 16");
        assertRefused(null, file, "shorter than 16");
        assertRefused(null, folder.resolve("nowhere"), "cannot be read");
    }

    @Test
    void printsNoToken() {
        assertThat(new OperatorSettings(TOKEN, null).toString()).doesNotContain(TOKEN);
    }

    private static OperatorSettings bind(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("interlude.operator", Bindable.of(OperatorSettings.class));
    }
}
