package io.interlude.local.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.journal.json.Json;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A folder of exported hours and its manifest, `_manifest.ndjson`: a first line of what the export
/// is and of which org, a line for each part of an hour, and now and then how far the list of
/// sealed hours is done.
///
/// A part counts once its line is there, whole and with its line feed. Before that its file has
/// been written under another name, made lasting, and renamed; the name tells the hour and the
/// number of the part, so that one without a line is replaced by the same part when it is exported
/// again. Used by one thread, and by one process at a time.
final class ExportFolder implements Closeable {
    static final String MANIFEST = "_manifest.ndjson";
    private static final String UNFINISHED = "_unfinished.tmp";
    private static final int VERSION = 1;
    private static final DateTimeFormatter PLACE =
            DateTimeFormatter.ofPattern("'date='uuuu-MM-dd/'hour='HH").withZone(ZoneOffset.UTC);

    private final Path folder;
    private final FileChannel manifest;
    private final InstantSource clock;
    private final Map<Instant, Integer> hourToParts = new HashMap<>();
    private final Map<Instant, String> hourToCursor = new HashMap<>();
    private @Nullable Instant since;
    private @Nullable String org;
    private @Nullable String doneUpTo;

    private ExportFolder(Path folder, FileChannel manifest, InstantSource clock) {
        this.folder = folder;
        this.manifest = manifest;
        this.clock = clock;
    }

    /// Opens the folder, or makes it.
    ///
    /// @param since start of the first hour; null to go on with what is there
    /// @throws IllegalArgumentException with a sentence that says what to change
    static ExportFolder open(Path folder, @Nullable Instant since, InstantSource clock)
            throws IOException {
        Path file = folder.resolve(MANIFEST);
        if (!Files.exists(file)) {
            var _ = requireGiven(folder, since);
            requireEmpty(folder);
            Files.createDirectories(folder);
        }
        FileChannel manifest =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
        try {
            lock(manifest, folder);
            ExportFolder opened = new ExportFolder(folder, manifest, clock);
            opened.read(since);
            return opened;
        } catch (IOException | RuntimeException e) {
            manifest.close();
            throw e;
        }
    }

    private static void requireEmpty(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                if (files.findAny().isPresent()) {
                    throw new IllegalArgumentException(
                            "--to must name an export, or a folder that is new or empty: %s is neither."
                                    .formatted(folder));
                }
            }
        }
    }

    private static void lock(FileChannel manifest, Path folder) throws IOException {
        FileLock lock;
        try {
            lock = manifest.tryLock();
        } catch (OverlappingFileLockException _) {
            lock = null;
        }
        if (lock == null) {
            throw new IllegalArgumentException(
                    "Another export writes to %s: wait for it, or give another --to."
                            .formatted(folder));
        }
    }

    /// Takes in what is there. A line without its line feed was being written as a process ended.
    private void read(@Nullable Instant asked) throws IOException {
        byte[] bytes = Channels.newInputStream(manifest).readAllBytes();
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        manifest.truncate(end).position(end);
        List<String> lines = new String(bytes, 0, end, UTF_8).lines().toList();
        if (lines.isEmpty()) {
            since = requireGiven(folder, asked);
            return;
        }
        try {
            readHeader(Json.MAPPER.readTree(lines.getFirst()), asked);
            lines.stream().skip(1).map(Json.MAPPER::readTree).forEach(this::readLine);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "%s is not what an export wrote: give another --to."
                            .formatted(folder.resolve(MANIFEST)),
                    e);
        }
    }

    private static Instant requireGiven(Path folder, @Nullable Instant since) {
        if (since == null) {
            throw new IllegalArgumentException(
                    "Give --since: the folder %s has no export to go on with.".formatted(folder));
        }
        return since;
    }

    /// Takes an empty folder for the org. The first exports did not note whose they were, and go on
    /// with any.
    ///
    /// @throws IllegalArgumentException with a sentence that says what to change, where the folder
    ///   has another org's export
    void requireOrg(String asked) throws IOException {
        if (org == null) {
            ObjectNode line = Json.MAPPER.createObjectNode();
            append(line.put("version", VERSION).put("since", since().toString()).put("org", asked));
            makeLasting(folder);
            org = asked;
        } else if (!org.isEmpty() && !org.equals(asked)) {
            throw new IllegalArgumentException(
                    "The export in %s is of the org %s, and the key is one of %s: give a key of %s, or another --to."
                            .formatted(folder, org, asked, org));
        }
    }

    private void readHeader(JsonNode line, @Nullable Instant asked) {
        int version = line.path("version").asInt(0);
        if (version > VERSION) {
            throw new IllegalArgumentException(
                    "A later version wrote %s: use that one, or give another --to."
                            .formatted(folder));
        }
        Instant first = Instant.parse(line.path("since").asString());
        if (asked != null && !asked.equals(first)) {
            throw new IllegalArgumentException(
                    "The export in %s began with --since %s: leave --since out to go on with it, or give another --to."
                            .formatted(folder, first));
        }
        since = first;
        org = line.path("org").asString("");
    }

    private void readLine(JsonNode line) {
        if (line.has("doneUpTo")) {
            doneUpTo = line.path("doneUpTo").asString();
            hourToCursor.clear();
        } else {
            takeIn(Instant.parse(line.path("hour").asString()), line.path("sealedUpTo").asString());
        }
    }

    private void takeIn(Instant hour, String upTo) {
        hourToParts.merge(hour, 1, Integer::sum);
        hourToCursor.put(hour, upTo);
    }

    /// Start of the first hour.
    Instant since() {
        return Objects.requireNonNull(since, "the folder was not read");
    }

    /// Cursor in the list of manifests before which every hour is exported; null for its beginning.
    @Nullable String doneUpTo() {
        return doneUpTo;
    }

    /// Of each hour that was exported since, the cursor of its last manifest that was.
    Map<Instant, String> exportedSince() {
        return Map.copyOf(hourToCursor);
    }

    /// Where a file is written.
    Path unfinished() {
        return folder.resolve(UNFINISHED);
    }

    /// The place in the folder of the hour's next part.
    String nextFile(Instant hour) {
        return "%s/events-%d.parquet"
                .formatted(PLACE.format(hour), hourToParts.getOrDefault(hour, 0) + 1);
    }

    /// Puts the file that was written in its place, where the part has one, and notes the part.
    void add(ExportedPart part) throws IOException {
        if (part.file() != null) {
            Path file = folder.resolve(part.file());
            Path place = Objects.requireNonNull(file.getParent());
            Files.createDirectories(place);
            Files.move(
                    unfinished(),
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            makeLasting(place);
            makeLasting(Objects.requireNonNull(place.getParent()));
            makeLasting(folder);
        }
        SealedHour hour = part.hour();
        ObjectNode line = Json.MAPPER.createObjectNode();
        line.put("hour", hour.start().toString())
                .put("file", part.file())
                .put("rows", part.rows())
                .put("withoutVerdict", part.withoutVerdict())
                .put("bytes", part.bytes())
                .put("sha256", part.sha256())
                .put("schema", part.schema())
                .put("manifests", hour.manifests())
                .put("manifestDigest", hour.digest())
                .put("sealedAfter", hour.after())
                .put("sealedUpTo", hour.upTo())
                .put("exportedAt", clock.instant().toString());
        append(line);
        takeIn(hour.start(), hour.upTo());
    }

    /// Notes that every hour before the cursor is exported.
    void doneUpTo(String cursor) throws IOException {
        append(Json.MAPPER.createObjectNode().put("doneUpTo", cursor));
        doneUpTo = cursor;
        hourToCursor.clear();
    }

    private void append(ObjectNode line) throws IOException {
        ByteBuffer bytes =
                ByteBuffer.wrap((Json.MAPPER.writeValueAsString(line) + '\n').getBytes(UTF_8));
        while (bytes.hasRemaining()) {
            manifest.write(bytes);
        }
        manifest.force(true);
    }

    /// Names of files last once their folder does. Not every system lets a folder be opened.
    private static void makeLasting(Path folder) {
        try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
            names.force(true);
        } catch (IOException _) {
            // Then it does so by itself.
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(unfinished());
        manifest.close();
    }
}
