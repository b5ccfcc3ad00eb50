package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the documentation says to do, done on the running demo.
class DocsIT {
    private static final Path TAKEN = Path.of("target", "screenshots", "console");
    private static final Path COMMITTED = Path.of("..", "docs", "images", "console");

    @TempDir private static Path folder;

    private static ProductProcess product;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        product = ProductProcess.startWithDemo(folder);
    }

    @AfterAll
    static void stop() throws IOException {
        product.close();
    }

    @Test
    void everyMarkedCommandRuns() throws Exception {
        // when
        Map<String, String> pageToOutput = new HashMap<>();
        for (DocumentedCommands commands : DocumentedCommands.all()) {
            String page = commands.page().toString();
            String output = commands.run(product, folder.resolve("docs").resolve(page));
            pageToOutput.put(page, output);

            // then
            for (int i = 0; i < commands.blocks().size(); i++) {
                assertThat(output).as(page).contains(DocumentedCommands.ran(i));
            }
        }
        assertThat(pageToOutput)
                .hasEntrySatisfying(
                        "README.md",
                        output ->
                                assertThat(output).contains("\"messageId\":\"native-", "\"rows\""))
                .hasEntrySatisfying(
                        "docs/publishers/README.md",
                        output -> assertThat(output).contains("\"messageId\""))
                .hasEntrySatisfying(
                        "docs/operations/how-do-i-erase-a-subscriber.md",
                        output -> assertThat(output).contains("\"receiptId\""))
                .containsKeys("docs/api.md", "docs/audits.md", "docs/data-teams.md");
    }

    /// They are committed by hand from where this leaves them.
    @Test
    void everyPictureOfTheConsoleCanBeTakenAgain() throws Exception {
        ConsolePictures.playTheDemo(product);
        Set<String> taken = ConsolePictures.take(product, TAKEN);

        try (Stream<Path> committed = Files.list(COMMITTED)) {
            assertThat(committed.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(taken);
        }
    }

    /// Their code is run by [PublisherGuidesJourney].
    @Test
    void everyPageWithMarkedCodeIsAGuideThatIsRun() throws Exception {
        List<String> marked = new ArrayList<>();
        for (Path page : DocumentedCommands.pages()) {
            if (Files.readString(Path.of("..").resolve(page)).contains("\n```js file=")) {
                marked.add(page.toString());
            }
        }

        assertThat(marked)
                .containsExactlyInAnyOrderElementsOf(
                        PublisherGuidesJourney.GUIDES.stream()
                                .map(guide -> "docs/publishers/" + guide + ".md")
                                .toList());
    }
}
