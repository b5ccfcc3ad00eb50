package io.interlude.web.settings;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.catalogue.command.RecordBound;
import io.interlude.journal.history.KafkaJournalHistory;
import io.interlude.journal.rejected.KafkaRejectedJournal;
import io.interlude.web.answer.BytesResponse;
import io.interlude.web.limits.Admission;
import io.interlude.web.server.ConnectionLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.env.StandardEnvironment;

/// `docs/operations/what-memory-is-for.md` against the settings, the constants and the options that
/// processes are started with.
class MemoryTableTest {
    private static final Path ROOT = Path.of("..");
    private static final long MIB = 1L << 20;

    /// Measured: 900 idle connections took 3.6 KB each.
    private static final long CONNECTION_BYTES = 4 * 1_024;

    /// As bytes, as records and as what is made of them; their JSON is counted as an answer.
    private static final int COPIES_OF_PAGE = 3;

    /// The largest record (RFC 8446, 5.2), with its header.
    private static final long TLS_RECORD_BYTES = 17 * 1_024;

    private final LimitSettings limits =
            new SettingsReader(
                            new StandardEnvironment(),
                            List.of(new SettingsSection<>("interlude.limits", LimitSettings.class)))
                    .get(LimitSettings.class);

    private static Map<String, Long> table(String title, int column) throws IOException {
        Map<String, Long> rows = new LinkedHashMap<>();
        boolean inside = false;
        for (String line :
                Files.readAllLines(ROOT.resolve("docs/operations/what-memory-is-for.md"))) {
            String[] cells = line.split("\\|", -1);
            if (line.startsWith("| " + title + " |")) {
                inside = true;
            } else if (!line.startsWith("|")) {
                inside = false;
            } else if (inside && !line.startsWith("|---")) {
                rows.put(cells[1].strip(), Long.parseLong(cells[column].strip()));
            }
        }
        return rows;
    }

    private static long option(String file, String name) throws IOException {
        Matcher found =
                Pattern.compile("(?m)^" + name + "(\\d+)m$")
                        .matcher(Files.readString(ROOT.resolve(file)));
        assertThat(found.find()).as("%s in %s", name, file).isTrue();
        return Long.parseLong(found.group(1));
    }

    private static long mib(long bytes) {
        return Math.ceilDiv(bytes, MIB);
    }

    private long shortAnswers() {
        int atOnce = limits.servingAtOnce() + limits.clicksAtOnce() + limits.othersAtOnce();
        return mib((long) atOnce * BytesResponse.LARGEST_UNCOUNTED);
    }

    /// They hold no place while they are sent.
    private long answersOfStrangers() {
        return mib(limits.connections() * (long) BytesResponse.LARGEST_UNCOUNTED_OF_STRANGER);
    }

    @ParameterizedTest
    @CsvSource({"interlude-local/product.options, 3", "service.options, 4"})
    void everyBoundTogetherIsUnderTheHeap(String options, int column) throws IOException {
        long heap = option(options, "-Xmx");
        Map<String, Long> told = table("heap", column);
        Map<String, Long> held = new LinkedHashMap<>();
        held.put("live", requireNonNull(told.get("live")));
        held.put("connections", mib(limits.connections() * CONNECTION_BYTES));
        held.put(
                "short heads",
                mib(
                        (long) limits.connections()
                                * ConnectionLimits.UNCOUNTED_HEAD_BYTES
                                * ConnectionLimits.COPIES_OF_HEAD));
        held.put("requests", heap / Admission.HEAP_PARTS);
        held.put("handling", heap / Admission.HEAP_PARTS);
        held.put("short answers", shortAnswers());
        held.put("answers to strangers", answersOfStrangers());
        // Of modules above this one, whose tests hold them to the table.
        held.put("kept answers", requireNonNull(told.get("kept answers")));
        held.put("versions of attribution", requireNonNull(told.get("versions of attribution")));
        held.put(
                "journal pages",
                mib(
                        COPIES_OF_PAGE
                                        * (KafkaJournalHistory.READING_BYTES
                                                + KafkaRejectedJournal.READING_BYTES)
                                + KafkaJournalHistory.LOOKED_BACK_BYTES));

        assertThat(told).isEqualTo(held);
        assertThat(held.values().stream().mapToLong(Long::longValue).sum()).isLessThan(heap);
    }

    @ParameterizedTest
    @CsvSource({"interlude-local/product.options, 3", "service.options, 4"})
    void socketsTakeNoMoreThanTheirMemory(String options, int column) throws IOException {
        Map<String, Long> held = new LinkedHashMap<>();
        held.put(
                "answers on their way",
                option(options, "-Xmx") / Admission.HEAP_PARTS
                        + shortAnswers()
                        + answersOfStrangers());
        held.put("records of TLS", mib(limits.connections() * TLS_RECORD_BYTES));

        assertThat(table("sockets", column)).isEqualTo(held);
        assertThat(held.values().stream().mapToLong(Long::longValue).sum())
                .isLessThan(option(options, "-XX:MaxDirectMemorySize="));
    }

    @Test
    void cataloguesHaveTheShareThatIsTold() throws IOException {
        long heap = option("interlude-local/product.options", "-Xmx");

        assertThat(Files.readString(ROOT.resolve("docs/operations/what-memory-is-for.md")))
                .contains("%d MB of the product's".formatted(heap / RecordBound.HEAP_PARTS));
    }

    @Test
    void aProcessThatIsOutOfMemoryEnds() throws IOException {
        for (String options : List.of("interlude-local/product.options", "service.options")) {
            assertThat(Files.readString(ROOT.resolve(options)))
                    .contains("-XX:+ExitOnOutOfMemoryError");
        }
    }
}
