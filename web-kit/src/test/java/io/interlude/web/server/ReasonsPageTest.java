package io.interlude.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.web.refusal.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Holds `docs/reasons.md` to [Reason].
class ReasonsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "reasons.md");
    private static final Pattern ROW =
            Pattern.compile("\\| (\\d{3}) \\| `([a-z_]+)` \\| .{20,} \\|");

    @Test
    void everyReasonIsDocumentedWithItsStatus() throws IOException {
        List<String> documented =
                Files.readAllLines(PAGE).stream()
                        .map(ROW::matcher)
                        .filter(Matcher::matches)
                        .map(row -> row.group(1) + ' ' + row.group(2))
                        .toList();
        List<String> known =
                Arrays.stream(Reason.values())
                        .map(reason -> reason.status() + " " + reason.wireName())
                        .toList();

        assertThat(documented).containsExactlyElementsOf(known);
    }
}
