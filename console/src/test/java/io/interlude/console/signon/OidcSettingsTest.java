package io.interlude.console.signon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.interlude.web.settings.InvalidSettingsException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class OidcSettingsTest {
    private static final URI ISSUER = URI.create("https://id.example.com/realm");

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "none, interlude, issuer is missing",
                "http://id.example.com, interlude, issuer is no https address",
                "ftp://id.example.com, interlude, issuer is no https address",
                "https://id.example.com?x=1, interlude, issuer is no https address",
                "mailto:x, interlude, issuer is no https address",
                "https://id.example.com, none, client-id is missing",
                "https://id.example.com, ' ', client-id is missing",
            })
    void aSettingThatCannotBeIsNamed(
            @Nullable URI issuer, @Nullable String clientId, String violation) {
        assertThatExceptionOfType(InvalidSettingsException.class)
                .isThrownBy(() -> new OidcSettings(issuer, clientId, null))
                .satisfies(e ->
                        assertThat(e.violations())
                                .singleElement()
                                .asString()
                                .startsWith(violation));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://id.example.com/realm",
                "http://localhost:8090/realm",
                "http://127.0.0.1:8090",
                "http://[::1]:8090",
            })
    void plainHttpIsForThisMachineOnly(URI issuer) {
        assertThatCode(() -> new OidcSettings(issuer, "interlude", null))
                .doesNotThrowAnyException();
    }

    @Test
    void theSecretIsReadFromItsFileAndNotPrinted(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("secret");
        Files.writeString(file, "  s3cret\n");

        OidcSettings settings = new OidcSettings(ISSUER, "interlude", file);

        assertThat(settings.clientSecret()).contains("s3cret");
        assertThat(settings).hasToString("OidcSettings[https://id.example.com/realm]");
        Files.writeString(file, " ");
        assertThatExceptionOfType(InvalidSettingsException.class)
                .isThrownBy(() -> new OidcSettings(ISSUER, "interlude", file))
                .satisfies(e ->
                        assertThat(e.violations()).containsExactly("client-secret-file is empty"));
    }
}
