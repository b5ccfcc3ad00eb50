package io.interlude.report.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.report.fixture.ParquetFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParquetWriterTest {
    private static final List<ParquetColumn> COLUMNS =
            List.of(
                    new ParquetColumn("text", ParquetType.TEXT),
                    new ParquetColumn("json", ParquetType.JSON),
                    new ParquetColumn("at", ParquetType.TIMESTAMP),
                    new ParquetColumn("amount", ParquetType.DECIMAL),
                    new ParquetColumn("number", ParquetType.INTEGER),
                    new ParquetColumn("flag", ParquetType.BOOLEAN));

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void anotherReaderReadsWhatWasWritten(long seed) throws IOException, SQLException {
        // given
        Random random = new Random(seed);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        int count = random.nextInt(3_000);
        for (int number = 0; number < count; number++) {
            rows.add(row(random, random.nextInt(5)));
        }
        ParquetWriter writer =
                new ParquetWriter("thing", COLUMNS, 1 + random.nextInt(1_000), 1 << 16);

        // when
        Path file = write(writer, rows);

        // then
        assertThat(ParquetFiles.rows(file)).isEqualTo(rows.stream().map(this::named).toList());
    }

    @Test
    void anEmptyTableHasItsColumns() throws IOException, SQLException {
        // when
        Path file = write(new ParquetWriter("thing", COLUMNS, 10, 1_000), List.of());

        // then
        assertThat(
                        ParquetFiles.query(
                                "SELECT column_type FROM (DESCRIBE SELECT * FROM read_parquet('%s'))"
                                        .formatted(file)))
                .extracting(column -> column.get("column_type"))
                .containsExactly(
                        "VARCHAR",
                        "JSON",
                        "TIMESTAMP WITH TIME ZONE",
                        "DECIMAL(18,6)",
                        "INTEGER",
                        "BOOLEAN");
    }

    @Test
    void rowGroupsEndAtTheirLimits() throws IOException, SQLException {
        // given
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int number = 0; number < 25; number++) {
            rows.add(Arrays.asList("x".repeat(100), null, null, null, number, null));
        }

        // when
        Path ofRows = write(new ParquetWriter("thing", COLUMNS, 10, 1 << 20), rows);
        Path ofBytes = write(new ParquetWriter("thing", COLUMNS, 1_000, 500), rows);

        // then
        assertThat(groups(ofRows)).containsExactly(10L, 10L, 5L);
        assertThat(groups(ofBytes)).allMatch(group -> (Long) group <= 5).hasSizeGreaterThan(4);
    }

    @Test
    void refusesAValueOfAnotherType() {
        ParquetWriter writer = new ParquetWriter("thing", COLUMNS, 10, 1_000);

        assertThatThrownBy(() -> writer.add(Arrays.asList(1, null, null, null, null, null)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> writer.add(List.of("x")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static List<@Nullable Object> row(Random random, int emptiness) {
        List<@Nullable Object> row =
                Arrays.asList(
                        "Grüße \"%s\"\n".formatted(random.nextLong()),
                        "{\"a\":%d}".formatted(random.nextInt()),
                        Instant.ofEpochMilli(random.nextLong(4_000_000_000_000L)),
                        BigDecimal.valueOf(random.nextLong(1_000_000_000_000_000L), 6),
                        random.nextInt(),
                        random.nextBoolean());
        row.replaceAll(value -> random.nextInt(5) < emptiness ? null : value);
        return row;
    }

    private Map<String, @Nullable Object> named(List<@Nullable Object> row) {
        Map<String, @Nullable Object> named = new LinkedHashMap<>();
        for (int index = 0; index < row.size(); index++) {
            named.put(COLUMNS.get(index).name(), row.get(index));
        }
        return named;
    }

    private Path write(ParquetWriter writer, List<List<@Nullable Object>> rows) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(writer.begin());
        rows.forEach(row -> bytes.writeBytes(writer.add(row)));
        bytes.writeBytes(writer.end());
        return Files.write(Files.createTempFile(folder, "table", ".parquet"), bytes.toByteArray());
    }

    private static List<@Nullable Object> groups(Path file) throws SQLException {
        List<@Nullable Object> groups = new ArrayList<>();
        ParquetFiles.query(
                        """
                        SELECT DISTINCT row_group_id, row_group_num_rows
                        FROM parquet_metadata('%s') ORDER BY row_group_id\
                        """
                                .formatted(file))
                .forEach(group -> groups.add(group.get("row_group_num_rows")));
        return groups;
    }
}
