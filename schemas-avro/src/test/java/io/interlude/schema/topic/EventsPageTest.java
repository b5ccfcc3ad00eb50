package io.interlude.schema.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// `docs/events.md` tells of every topic and field. With `-Devents.write=true` it is first written
/// anew.
class EventsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "events.md");

    @BeforeAll
    static void writeThePage() throws IOException {
        if (Boolean.getBoolean("events.write")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, EventsPage.text(), UTF_8);
        }
    }

    @Test
    void pageIsMadeFromTheSchemas() throws IOException {
        assertThat(Files.readString(PAGE, UTF_8)).isEqualTo(EventsPage.text());
    }

    @Test
    void everyFieldHasATypeAndAMeaning() throws IOException {
        assertThat(Files.readAllLines(PAGE, UTF_8))
                .filteredOn(line -> line.startsWith("| `"))
                .hasSizeGreaterThan(200)
                .noneMatch(line -> line.contains("| null |\n") || line.endsWith("| null |"))
                .noneMatch(line -> line.contains("|  |  |"));
    }
}
