package io.interlude.journey;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/// The scripts of `examples/duckdb`, on files in a folder.
final class DuckDb {
    private static final Path EXAMPLES = Path.of("..", "examples", "duckdb");

    private final Path folder;
    private final String topics;

    private DuckDb(Path folder, String topics) {
        this.folder = folder;
        this.topics = topics;
    }

    /// On files in the folder.
    ///
    /// @param topics the file in the folder that has what a client read from the topics
    static DuckDb in(Path folder, String topics) {
        return new DuckDb(folder, topics);
    }

    /// Fetches and spend of the org's line items, by `sink.sql`.
    List<String> sink(String orgId) throws IOException {
        return run("sink.sql").stream()
                .filter(row -> row.startsWith("orgId=" + orgId + " "))
                .map(row -> row.substring(row.indexOf("lineItemId=") + "lineItemId=".length()))
                .toList();
    }

    /// Fetches and reads of each line item, by `journal.sql`.
    List<String> journal() throws IOException {
        return run("journal.sql").stream()
                .map(row -> row.replaceFirst("lineItemId=", "").replaceFirst(" uniqueClicks.*", ""))
                .toList();
    }

    /// The rows of the script's last statement.
    private List<String> run(String script) throws IOException {
        String sql =
                Files.readString(EXAMPLES.resolve(script))
                        .replace("topics.ndjson", folder.resolve(topics).toString())
                        .replace("journal.parquet", folder.resolve("journal.parquet").toString())
                        .replace("fetches.parquet", folder.resolve("fetches.parquet").toString());
        List<String> rows = new ArrayList<>();
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckDb.createStatement()) {
            String[] statements = sql.strip().split(";", -1);
            int last = statements.length - 2;
            for (int number = 0; number < last; number++) {
                statement.execute(statements[number]);
            }
            try (ResultSet result = statement.executeQuery(statements[last])) {
                while (result.next()) {
                    rows.add(row(result));
                }
            }
        } catch (SQLException e) {
            throw new AssertionError(script, e);
        }
        return rows;
    }

    private static String row(ResultSet result) throws SQLException {
        List<String> cells = new ArrayList<>();
        for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
            cells.add(result.getMetaData().getColumnName(column) + "=" + result.getString(column));
        }
        return String.join(" ", cells);
    }
}
