package io.interlude.report.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.report.fixture.ParquetFiles;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventParquetTest {
    /// The columns that each version added, behind those before. Folders of exports have files of
    /// all of them: a column that is here is never renamed, moved or of another type.
    private static final List<List<String>> VERSIONS =
            List.of(
                    List.of(
                            "eventId VARCHAR",
                            "eventType VARCHAR",
                            "messageId VARCHAR",
                            "occurredAt TIMESTAMP WITH TIME ZONE",
                            "receivedAt TIMESTAMP WITH TIME ZONE",
                            "journaledAt TIMESTAMP WITH TIME ZONE",
                            "verdict VARCHAR",
                            "source VARCHAR",
                            "test BOOLEAN",
                            "subscriber VARCHAR",
                            "applicationId VARCHAR",
                            "keyId VARCHAR",
                            "campaignId VARCHAR",
                            "lineItemId VARCHAR",
                            "creativeId VARCHAR",
                            "creativeVersion INTEGER",
                            "adUnit VARCHAR",
                            "format VARCHAR",
                            "invalidTraffic VARCHAR",
                            "reason VARCHAR",
                            "eventName VARCHAR",
                            "conversionName VARCHAR",
                            "value DECIMAL(18,6)",
                            "currency VARCHAR",
                            "eventData JSON"));

    @TempDir private Path folder;

    @Test
    void aVersionHasTheColumnsOfAllBeforeItFirst() throws Exception {
        // given
        Path path = folder.resolve("events.parquet");
        EventParquet file = new EventParquet();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(file.begin());
        bytes.writeBytes(file.add(Map.of("eventId", "e-1")::get));
        bytes.writeBytes(file.end());
        Files.write(path, bytes.toByteArray());

        // then
        List<Map<String, @Nullable Object>> columns =
                ParquetFiles.query("DESCRIBE SELECT * FROM read_parquet('%s')".formatted(path));
        assertThat(VERSIONS).hasSize(EventParquet.SCHEMA_VERSION);
        assertThat(columns)
                .extracting(column -> column.get("column_name") + " " + column.get("column_type"))
                .isEqualTo(VERSIONS.stream().flatMap(List::stream).toList());
        assertThat(columns).extracting(column -> column.get("null")).containsOnly("YES");
        assertThat(ParquetFiles.rows(path))
                .singleElement()
                .satisfies(row ->
                        assertThat(row).containsEntry("eventId", "e-1").hasSize(columns.size()));
    }
}
