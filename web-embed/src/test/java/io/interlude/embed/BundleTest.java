package io.interlude.embed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The bundled script, as it is served.
class BundleTest {
    private static final Path BUNDLE = Path.of("target/classes/embed/interlude.js");
    private static final int LARGEST_GZIPPED_BYTES = 15_360;

    @Test
    void isSmall() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(Files.readAllBytes(BUNDLE));
        }

        assertThat(bytes.size()).isLessThan(LARGEST_GZIPPED_BYTES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cookie",
                "localStorage",
                "sessionStorage",
                "indexedDB",
                "caches",
                "eval(",
                "new Function",
                "innerHTML",
                "outerHTML",
                "insertAdjacentHTML",
                "document.write",
                "DOMParser",
                ".style.",
                "setAttribute(\"style\"",
                "import(",
                "require(",
            })
    void keepsNothingAndRunsNoMarkup(String banned) throws IOException {
        assertThat(Files.readString(BUNDLE, UTF_8)).doesNotContain(banned);
    }

    @Test
    void isOneClassicScript() throws IOException {
        assertThat(Files.readString(BUNDLE, UTF_8).strip())
                .startsWith("(function(){")
                .endsWith("}).call(this);")
                .doesNotContain("export ");
    }
}
