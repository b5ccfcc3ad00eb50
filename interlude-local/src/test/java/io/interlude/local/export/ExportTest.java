package io.interlude.local.export;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.local.terminal.Terminal;
import io.interlude.report.journal.EventParquet;
import io.interlude.report.parquet.ParquetColumn;
import io.interlude.report.parquet.ParquetType;
import io.interlude.report.parquet.ParquetWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ExportTest {
    private static final String SINCE = "2026-03-01T22:00:00Z";
    private static final String KEY = "il_read_never-printed";

    @TempDir private Path root;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private Path folder;
    private StubJournal product;

    @BeforeEach
    void start() throws IOException {
        folder = root.resolve("export");
        product = new StubJournal();
        product.seal("2026-03-01T21:00:00Z", 0, "before");
        product.seal(SINCE, 0, "a-1", "a-2");
        product.seal(SINCE, 1, "a-3");
        product.seal("2026-03-01T23:00:00Z", 0);
        product.seal("2026-03-02T00:00:00Z", 0, "b-1");
        product.seal("2026-03-01T23:00:00Z", 1);
        product.seal("2026-03-02T00:00:00Z", 1, "b-2", "b-3");
    }

    @AfterEach
    void stop() {
        product.close();
        assertThat(out.toString(UTF_8)).doesNotContain(KEY);
    }

    @Test
    void writesAFileForEachHourWithEvents() throws Exception {
        assertThat(export("--since", SINCE)).isEmpty();

        assertThat(files().keySet())
                .containsExactly(
                        "date=2026-03-01/hour=22/events-1.parquet",
                        "date=2026-03-02/hour=00/events-1.parquet");
        assertThat(
                        DuckFolder.query(
                                "SELECT date, hour, eventId, creativeVersion, value, eventData, journaledAt = TIMESTAMPTZ '2026-03-02T00:00:00Z' FROM "
                                        + DuckFolder.all(folder)
                                        + " WHERE date = '2026-03-02' ORDER BY eventId"))
                .containsExactly(
                        "2026-03-02 00 b-1 2 1.500000 {\"a\":1.10} true",
                        "2026-03-02 00 b-2 2 1.500000 {\"a\":1.10} true",
                        "2026-03-02 00 b-3 2 1.500000 {\"a\":1.10} true");
        assertThat(out.toString(UTF_8)).contains("3 of 3 hours", "6 events of 3 hours");
    }

    @Test
    void notesWhatItWrote() throws Exception {
        assertThat(export("--since", SINCE)).isEmpty();

        List<JsonNode> lines = manifest();
        assertThat(lines).hasSize(5);
        assertThat(lines.getFirst().path("since").asString()).isEqualTo(SINCE);
        assertThat(lines.getFirst().path("org").asString()).isEqualTo("org-1");
        JsonNode part = lines.get(1);
        assertThat(part.path("hour").asString()).isEqualTo(SINCE);
        assertThat(part.path("rows").asInt()).isEqualTo(3);
        assertThat(part.path("manifests").asInt()).isEqualTo(2);
        assertThat(part.path("schema").asInt()).isEqualTo(EventParquet.SCHEMA_VERSION);
        Path file = folder.resolve(part.path("file").asString());
        assertThat(part.path("bytes").asLong()).isEqualTo(Files.size(file));
        assertThat(part.path("sha256").asString()).isEqualTo(sha256(Files.readAllBytes(file)));
        assertThat(part.path("manifestDigest").asString())
                .isEqualTo(sha256("ads.fetches 0 h1\nads.fetches 1 h2\n".getBytes(UTF_8)));
        assertThat(lines.get(2).path("file").isNull()).isTrue();
        assertThat(lines.get(2).path("rows").asInt()).isZero();
        assertThat(
                        DuckFolder.query(
                                "SELECT decode(key), decode(value) FROM parquet_kv_metadata('%s')"
                                        .formatted(file)))
                .containsExactly(EventParquet.SCHEMA_NAME + " " + EventParquet.SCHEMA_VERSION);
    }

    @Test
    void goesOnWithWhatWasSealedSinceAlsoOfAnHourLongAgo() throws Exception {
        // given
        assertThat(export("--since", SINCE)).isEmpty();
        Map<String, String> before = files();
        int asked = product.asked.size();
        assertThat(export()).isEmpty();
        assertThat(product.asked).hasSize(asked + 2);
        assertThat(out.toString(UTF_8)).contains("Nothing new is sealed");

        // when
        product.seal("2026-03-02T01:00:00Z", 0, "c-1");
        product.seal(SINCE, 2, "late");
        assertThat(export("--since", SINCE)).isEmpty();

        // then
        Map<String, String> after = files();
        assertThat(after.keySet())
                .containsExactly(
                        "date=2026-03-01/hour=22/events-1.parquet",
                        "date=2026-03-01/hour=22/events-2.parquet",
                        "date=2026-03-02/hour=00/events-1.parquet",
                        "date=2026-03-02/hour=01/events-1.parquet");
        assertThat(after).containsAllEntriesOf(before);
        hasEachEventOnce();
    }

    @Test
    void leavesLaterHoursToTheNextOne() throws Exception {
        assertThat(export("--since", SINCE, "--until", "2026-03-02T00:00:00Z")).isEmpty();
        assertThat(DuckFolder.eventIds(folder)).containsExactly("a-1", "a-2", "a-3");

        product.seal(SINCE, 2, "late");
        assertThat(export()).isEmpty();

        hasEachEventOnce();
    }

    /// What a process leaves that was killed: the manifest up to some byte, and any file whose line
    /// is not there yet, as a whole file or in parts under the name of what is being written.
    @Test
    void goesOnAfterAKillAtAnyPoint() throws Exception {
        // given
        assertThat(export("--since", SINCE)).isEmpty();
        Map<String, String> whole = files();
        byte[] manifest = Files.readAllBytes(folder.resolve(ExportFolder.MANIFEST));

        for (int bytes : cuts(manifest)) {
            // given
            Path killed = Files.createDirectories(root.resolve("killed"));
            FileSystemUtils.copyRecursively(folder, killed);
            Files.write(killed.resolve(ExportFolder.MANIFEST), Arrays.copyOf(manifest, bytes));
            Files.writeString(killed.resolve("_unfinished.tmp"), "PAR1 and then nothing");
            int lines = (int) new String(manifest, 0, bytes, UTF_8).lines().count();
            if (lines < 4 && bytes % 2 == 0) {
                Files.deleteIfExists(killed.resolve("date=2026-03-02/hour=00/events-1.parquet"));
            }

            // when
            assertThat(export(killed, "--since", SINCE)).isEmpty();

            // then
            assertThat(files(killed)).as("%d bytes", bytes).isEqualTo(whole);
            assertThat(parts(killed)).isEqualTo(parts(folder));
            FileSystemUtils.deleteRecursively(killed);
        }
    }

    /// Before and after each line feed, and between them.
    private static SortedSet<Integer> cuts(byte[] manifest) {
        SortedSet<Integer> cuts = new TreeSet<>();
        for (int byteNumber = 0; byteNumber <= manifest.length; byteNumber++) {
            boolean atLineEnd = byteNumber == manifest.length || manifest[byteNumber] == '\n';
            if (atLineEnd || byteNumber % 101 == 0) {
                cuts.add(byteNumber);
                cuts.add(Math.min(byteNumber + 1, manifest.length));
            }
        }
        return cuts;
    }

    @Test
    void replacesAFileWithoutALineByOneThatHasWhatWasSealedMeanwhile() throws Exception {
        // given
        assertThat(export("--since", SINCE, "--until", "2026-03-01T23:00:00Z")).isEmpty();
        Path manifest = folder.resolve(ExportFolder.MANIFEST);
        Files.writeString(manifest, Files.readAllLines(manifest).getFirst() + "\n{\"hour\":");
        product.seal(SINCE, 2, "late");

        // when
        assertThat(export()).isEmpty();

        // then
        assertThat(files()).containsKey("date=2026-03-01/hour=22/events-1.parquet").hasSize(2);
        hasEachEventOnce();
    }

    @Test
    void goesOnWhereAnAnswerBrokeOff() throws Exception {
        // given
        product.breaksOffAt = 3;

        // when
        assertThat(export("--since", SINCE)).isNotEmpty();

        // then
        assertThat(DuckFolder.eventIds(folder)).containsExactly("a-1", "a-2", "a-3");
        assertThat(folder.resolve("_unfinished.tmp")).doesNotExist();
        assertThat(export()).isEmpty();
        hasEachEventOnce();
    }

    @Test
    void comesBackWhenTheProductHasNoTime() throws Exception {
        // given
        product.unavailable.set(4);

        // when
        assertThat(export("--since", SINCE)).isEmpty();

        // then
        hasEachEventOnce();
        product.unavailable.set(Integer.MAX_VALUE);
        int asked = product.asked.size();
        says("answered 503. Send a read key.", export());
        assertThat(product.asked).hasSize(asked + 6);
    }

    @Test
    void refusesAnotherOrgsKey() throws Exception {
        // given
        assertThat(export("--since", SINCE)).isEmpty();
        Map<String, String> before = files();
        product.seal("2026-03-02T01:00:00Z", 0, "c-1");

        // when
        product.org = "org-2";
        Optional<String> sentence = export();

        // then
        says("is of the org org-1, and the key is one of org-2", sentence);
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void goesOnAfterItsProcessWasKilled() throws Exception {
        // given
        product.holdsAt = 3;
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Export.class.getName(),
                                "--to",
                                folder.toString(),
                                "--since",
                                SINCE,
                                "--key",
                                KEY,
                                "--url",
                                product.url())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        product.held.await();

        // when
        assertThat(export())
                .hasValueSatisfying(
                        sentence -> assertThat(sentence).contains("Another export writes"));
        process.destroyForcibly().waitFor();

        // then
        assertThat(export()).isEmpty();
        hasEachEventOnce();
    }

    @Test
    void goesOnWithAFolderOfOtherColumns() throws Exception {
        // given: a file of a version that had fewer columns, and one of a version with more
        assertThat(export("--since", SINCE)).isEmpty();
        write("date=2026-02-01/hour=00", List.of("eventId", "eventType"), List.of("old", "fetch"));
        write(
                "date=2027-02-01/hour=00",
                List.of("eventId", "verdict", "added"),
                List.of("new", "counted", "x"));

        // when
        product.seal("2026-03-02T01:00:00Z", 0, "c-1");
        assertThat(export()).isEmpty();

        // then
        assertThat(
                        DuckFolder.query(
                                "SELECT eventId, eventType, coalesce(verdict, '-'), coalesce(added, '-') FROM "
                                        + DuckFolder.all(folder)
                                        + " WHERE eventId IN ('old', 'c-1') ORDER BY date"))
                .containsExactly("old fetch - -", "c-1 fetch counted -");
        assertThat(
                        DuckFolder.query(
                                "SELECT added FROM "
                                        + DuckFolder.all(folder)
                                        + " WHERE eventId = 'new'"))
                .containsExactly("x");
    }

    @Test
    void saysWhatToChange() throws Exception {
        says("Give --to", Export.run(List.of("--since", SINCE), Map.of(), terminal()));
        says("Give --since", export());
        says("--since must be the start of an hour", export("--since", "2026-03-01T22:30:00Z"));
        says("--until must be later than --since", export("--since", SINCE, "--until", SINCE));
        says("Unknown option --form", export("--form", "csv"));
        says("is no instant", export("--since", "yesterday"));
        assertThat(folder).doesNotExist();
        says(
                "No demo keys in the folder",
                Export.run(
                        List.of("--to", folder.toString(), "--since", SINCE),
                        Map.of("INTERLUDE_DATA", root.toString()),
                        terminal()));
        Files.createFile(Files.createDirectories(root.resolve("other")).resolve("file"));
        says("--to must name an export", export(root.resolve("other"), "--since", SINCE));
        assertThat(product.asked).isEmpty();
    }

    @Test
    void saysWhyItCannotGoOn() throws Exception {
        product.status = 403;
        says("answered 403. Send a read key.", export("--since", SINCE));
        product.status = 200;
        assertThat(export("--since", SINCE)).isEmpty();
        says("began with --since " + SINCE, export("--since", "2026-03-01T21:00:00Z"));
        Path manifest = folder.resolve(ExportFolder.MANIFEST);
        Files.writeString(manifest, "{\"version\": 2}\n");
        says("A later version", export());
        Files.writeString(manifest, "version 2\n");
        says("is not what an export wrote", export());
        product.close();
        says("No product answers", export(root.resolve("new"), "--since", SINCE));
    }

    private static void says(String part, Optional<String> sentence) {
        assertThat(sentence).hasValueSatisfying(text -> assertThat(text).contains(part));
    }

    private void hasEachEventOnce() throws Exception {
        List<String> expected = new ArrayList<>(product.eventIds());
        expected.remove("before");
        assertThat(DuckFolder.eventIds(folder)).isEqualTo(expected);
    }

    private void write(String place, List<String> columns, List<String> row) throws IOException {
        ParquetWriter writer =
                new ParquetWriter(
                        "event",
                        columns.stream()
                                .map(name -> new ParquetColumn(name, ParquetType.TEXT))
                                .toList(),
                        10,
                        1_000);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(writer.begin());
        bytes.writeBytes(writer.add(row));
        bytes.writeBytes(writer.end());
        Path file = Files.createDirectories(folder.resolve(place)).resolve("events-1.parquet");
        Files.write(file, bytes.toByteArray());
    }

    private Optional<String> export(String... options) throws InterruptedException {
        return export(folder, options);
    }

    private Optional<String> export(Path to, String... options) throws InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("--to", to.toString(), "--key", KEY, "--url", product.url()));
        return Export.run(arguments, Map.of(), terminal());
    }

    private Terminal terminal() {
        return Terminal.into(new PrintStream(out, true, UTF_8));
    }

    /// The digest of each file by its place.
    private Map<String, String> files() throws Exception {
        return files(folder);
    }

    private static Map<String, String> files(Path folder) throws Exception {
        Map<String, String> placeToDigest = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                if (!path.endsWith(ExportFolder.MANIFEST)) {
                    placeToDigest.put(
                            folder.relativize(path).toString(), sha256(Files.readAllBytes(path)));
                }
            }
        }
        return placeToDigest;
    }

    private List<JsonNode> manifest() throws IOException {
        return Files.readAllLines(folder.resolve(ExportFolder.MANIFEST)).stream()
                .map(JsonMapper.shared()::readTree)
                .toList();
    }

    /// The manifest without the times at which it was written.
    private static List<String> parts(Path folder) throws IOException {
        return Files.readAllLines(folder.resolve(ExportFolder.MANIFEST)).stream()
                .map(line -> line.replaceFirst("\"exportedAt\":\"[^\"]*\"", ""))
                .toList();
    }

    private static String sha256(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }
}
