package io.interlude.local.export;

import io.interlude.domain.digest.Sha256;
import io.interlude.report.journal.EventParquet;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Writes events as a Parquet file. Holds one row group. Used by one thread.
final class HourFile implements Closeable {
    private final FileChannel file;
    private final EventParquet events = new EventParquet();
    private final MessageDigest digest;
    private long rows;
    private long withoutVerdict;

    /// @param path what is there is replaced
    HourFile(Path path) throws IOException {
        file =
                FileChannel.open(
                        path,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE);
        digest = Sha256.digest();
        write(events.begin());
    }

    void add(JsonNode event) throws IOException {
        rows++;
        withoutVerdict += event.has("verdict") ? 0 : 1;
        write(events.add(name -> value(event.get(name))));
    }

    private static @Nullable Object value(@Nullable JsonNode field) {
        if (field == null || field.isNull()) {
            return null;
        }
        if (field.isBoolean()) {
            return field.asBoolean();
        }
        if (field.isInt()) {
            return field.asInt();
        }
        return field.isString() ? field.asString() : field;
    }

    private void write(byte[] bytes) throws IOException {
        digest.update(bytes);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            file.write(buffer);
        }
    }

    /// Ends the file and makes it lasting.
    ///
    /// @param place of the file in the folder; no part has one without rows
    ExportedPart end(SealedHour hour, String place) throws IOException {
        write(events.end());
        file.force(true);
        return new ExportedPart(
                hour,
                rows == 0 ? null : place,
                rows,
                withoutVerdict,
                rows == 0 ? 0 : file.size(),
                rows == 0 ? null : HexFormat.of().formatHex(digest.digest()),
                EventParquet.SCHEMA_VERSION);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
