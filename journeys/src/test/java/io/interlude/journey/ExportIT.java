package io.interlude.journey;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.waiting.Eventually;
import io.interlude.local.export.Export;
import io.interlude.local.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The export of a product's journal, days after what is in it, and the notebook that reads it.
class ExportIT {
    private static final Path NOTEBOOK = Path.of("..", "examples", "notebook", "journal.ipynb");
    private static final String FENCE = "\"\"\"";

    @TempDir private Path folder;

    @Test
    void anExportedFolderHasWhatTheReportSays() throws Exception {
        // given
        Bookings booked;
        Instant since = Instant.now().minus(PastClock.BEHIND).truncatedTo(ChronoUnit.HOURS);
        try (ProductProcess past =
                ProductProcess.startOn(
                        folder, Map.of(PastClock.SETTING, PastClock.class.getName()))) {
            booked = Bookings.make(past, "exported").lineItem("d", "");
            serve(booked);
        }

        try (ProductProcess product = ProductProcess.startOn(folder, Map.of())) {
            Api reader = Api.of(product.url(), booked.management().key());
            Report.await(
                    reader,
                    "groupBy=lineItem&metrics=fetches,reads&from=" + since,
                    rows ->
                            rows.size() == 1
                                    && rows.getFirst().path("fetches").asLong() == 4
                                    && rows.getFirst().path("reads").asLong() == 2);
            Path lake = folder.resolve("lake");

            // when
            Eventually.holds(
                    "all hours are sealed and exported",
                    () -> rowsAfterExport(reader, since, lake) == 7);

            // then
            assertThat(export(reader, lake)).contains("Nothing new is sealed");
            List<List<String>> answers = runNotebook(lake);
            assertThat(answers.get(2))
                    .singleElement()
                    .satisfies(row -> assertThat(row).endsWith(" d 4 2 0 0"));
            assertThat(answers.get(3)).containsExactly("fetch test 1");
            assertThat(answers.get(4)).containsExactly("7 7");
        }
    }

    /// Four fetches, two of them read, and one of a test.
    private static void serve(Bookings booked) throws IOException, InterruptedException {
        for (int number = 0; number < 4; number++) {
            JsonNode ad =
                    booked.publisher()
                            .expect(
                                    200,
                                    "POST",
                                    "/v1/fetch/v2",
                                    "{\"adUnit\": \"pause\", \"subscriber\": \"reader-%d\"}"
                                            .formatted(number));
            if (number % 2 == 0) {
                booked.publisher().event("read", ad.path("messageId").asString());
            }
        }
        booked.publisher()
                .expect(200, "POST", "/v1/fetch/v2", "{\"adUnit\": \"pause\", \"test\": true}");
    }

    private static long rowsAfterExport(Api reader, Instant since, Path lake) {
        try {
            var _ = export(reader, lake, "--since", since.toString());
            return Files.readAllLines(lake.resolve("_manifest.ndjson")).stream()
                    .mapToLong(line -> Api.JSON.readTree(line).path("rows").asLong(0))
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// What it printed.
    private static String export(Api reader, Path lake, String... more)
            throws InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(more));
        arguments.addAll(
                List.of(
                        "--to",
                        lake.toString(),
                        "--url",
                        reader.base().toString(),
                        "--key",
                        reader.key()));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(
                        Export.run(
                                arguments,
                                Map.of(),
                                Terminal.into(new PrintStream(out, true, UTF_8))))
                .isEmpty();
        return out.toString(UTF_8);
    }

    /// What each cell's SQL gives, in DuckDB.
    private static List<List<String>> runNotebook(Path lake) throws Exception {
        JsonNode notebook = Api.JSON.readTree(Files.readString(NOTEBOOK));
        assertThat(notebook.path("nbformat").asInt()).isEqualTo(4);
        List<List<String>> answers = new ArrayList<>();
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckDb.createStatement()) {
            for (JsonNode cell : notebook.path("cells")) {
                StringBuilder source = new StringBuilder();
                cell.path("source").forEach(line -> source.append(line.asString()));
                String[] parts = source.toString().split(FENCE, -1);
                if (cell.path("cell_type").asString().equals("code")) {
                    assertThat(parts).hasSize(3);
                    answers.add(rows(statement, parts[1].replace("'lake/", "'" + lake + "/")));
                }
            }
        }
        return answers;
    }

    private static List<String> rows(Statement statement, String sql) throws Exception {
        List<String> rows = new ArrayList<>();
        if (statement.execute(sql)) {
            try (ResultSet result = statement.getResultSet()) {
                int columns = result.getMetaData().getColumnCount();
                while (result.next()) {
                    List<String> values = new ArrayList<>();
                    for (int column = 1; column <= columns; column++) {
                        values.add(result.getString(column));
                    }
                    rows.add(String.join(" ", values));
                }
            }
        }
        return rows;
    }
}
