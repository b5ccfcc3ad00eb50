package io.interlude.web.settings;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.interlude.web.boot.HttpServerConfiguration;
import io.interlude.web.server.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class TlsSettingsTest {
    @TempDir private static Path folder;
    private static TestCertificate rsa;
    private static TestCertificate ec;

    @BeforeAll
    static void make() {
        rsa = TestCertificate.make(folder, "RSA");
        ec = TestCertificate.make(folder, "EC");
    }

    private static HttpServerSettings read(Map<String, Object> properties) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
        return new SettingsReader(environment, List.of(HttpServerConfiguration.httpServerSection()))
                .get(HttpServerSettings.class);
    }

    private static HttpServerSettings read(Path certificate, Path privateKey) {
        return read(
                Map.of(
                        "interlude.http.tls.certificate",
                        certificate.toString(),
                        "interlude.http.tls.private-key",
                        privateKey.toString()));
    }

    private static void assertRefused(Map<String, Object> properties, String violation) {
        assertThatExceptionOfType(InvalidSettingsException.class)
                .isThrownBy(() -> read(properties))
                .satisfies(e ->
                        assertThat(e.violations())
                                .singleElement()
                                .asString()
                                .startsWith("interlude.http.tls." + violation));
    }

    private static void assertRefused(Path certificate, Path privateKey, String violation) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("interlude.http.tls.certificate", certificate.toString());
        properties.put("interlude.http.tls.private-key", privateKey.toString());
        assertRefused(properties, violation);
    }

    @Test
    void speaksPlainHttpWithoutThem() {
        assertThat(read(Map.of()).serverTls()).isNull();
    }

    @Test
    void takesACertificateWithItsKey() {
        assertThat(read(rsa.certificate(), rsa.privateKey()).serverTls()).isNotNull();
        assertThat(read(ec.certificate(), ec.privateKey()).serverTls()).isNotNull();
    }

    @Test
    void wantsBothOrNeither() {
        assertRefused(
                Map.of("interlude.http.tls.certificate", rsa.certificate().toString()),
                "private-key is missing");
        assertRefused(
                Map.of("interlude.http.tls.private-key", rsa.privateKey().toString()),
                "certificate is missing");
    }

    @Test
    void namesTheFileThatCannotBeRead() {
        Path nowhere = folder.resolve("nowhere.pem");
        assertRefused(nowhere, rsa.privateKey(), "certificate cannot be read");
        assertRefused(rsa.certificate(), nowhere, "private-key cannot be read");
        assertRefused(folder, rsa.privateKey(), "certificate cannot be read");
    }

    @Test
    void namesTheFileThatHoldsSomethingElse() throws IOException {
        Path words = Files.writeString(folder.resolve("words.pem"), "just words", US_ASCII);
        assertRefused(words, rsa.privateKey(), "certificate holds ");
        assertRefused(rsa.certificate(), words, "private-key holds no key");
        assertRefused(rsa.certificate(), rsa.certificate(), "private-key holds no key");
    }

    @Test
    void refusesTheKeyOfAnotherCertificate() throws IOException {
        Path other = Files.createDirectory(folder.resolve("other"));
        assertRefused(rsa.certificate(), ec.privateKey(), "private-key is not the key");
        assertRefused(
                ec.certificate(),
                TestCertificate.make(other, "EC").privateKey(),
                "private-key is not the key");
    }
}
