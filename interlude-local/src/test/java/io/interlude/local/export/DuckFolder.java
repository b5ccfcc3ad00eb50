package io.interlude.local.export;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/// An exported folder as DuckDB reads it, which shares no code with what writes it.
final class DuckFolder {
    private DuckFolder() {}

    /// The ids of all events, sorted.
    static List<String> eventIds(Path folder) throws SQLException {
        return query("SELECT eventId FROM " + all(folder) + " ORDER BY eventId");
    }

    /// Every row of every file.
    static String all(Path folder) {
        return "read_parquet('%s/**/*.parquet', hive_partitioning=true, union_by_name=true)"
                .formatted(folder);
    }

    /// The rows of what the query asks for, with a space between values.
    static List<String> query(String sql) throws SQLException {
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckDb.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    values.add(result.getString(column));
                }
                rows.add(String.join(" ", values));
            }
            return rows;
        }
    }
}
