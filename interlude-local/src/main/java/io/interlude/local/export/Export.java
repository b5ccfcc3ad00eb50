package io.interlude.local.export;

import io.interlude.local.demo.ProductAccess;
import io.interlude.local.terminal.Terminal;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `./interlude export`: writes the sealed hours of a running product's journal to a folder of
/// Parquet files that are not in it yet. Ends with 0 when all of them are, and else with 1; the
/// next one goes on where it ended.
public final class Export {
    private static final String BROKEN_OFF = "The export broke off.";

    private Export() {}

    /// Exports once.
    public static void main(String[] arguments) throws InterruptedException {
        run(List.of(arguments), System.getenv(), Terminal.standard())
                .ifPresent(Terminal::failAndExit);
    }

    /// Exports once.
    ///
    /// @return a sentence that says what went wrong; empty where nothing did
    public static Optional<String> run(
            List<String> arguments, Map<String, String> environment, Terminal terminal)
            throws InterruptedException {
        try {
            ExportOptions options = ExportOptions.parse(arguments, environment);
            ProductAccess product = ProductAccess.of(options.product());
            try (JournalClient journal = new JournalClient(product);
                    ExportFolder folder =
                            ExportFolder.open(
                                    options.folder(), options.since(), InstantSource.system())) {
                export(journal, folder, options, terminal);
            }
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(Objects.requireNonNullElse(e.getMessage(), BROKEN_OFF));
        } catch (IOException e) {
            return Optional.of(
                    Objects.requireNonNullElse(e.getMessage(), BROKEN_OFF)
                            + " The exported files stay; the same command continues them.");
        }
    }

    private static void export(
            JournalClient journal, ExportFolder folder, ExportOptions options, Terminal terminal)
            throws IOException, InterruptedException {
        folder.requireOrg(journal.org());
        HoursToExport sealed = new HoursToExport(folder.exportedSince(), folder.doneUpTo());
        journal.manifests(folder.since(), folder.doneUpTo(), sealed::add);
        List<SealedHour> all = sealed.hours();
        List<SealedHour> asked =
                all.stream().filter(hour -> isAsked(hour, options.until())).toList();
        Progress progress = new Progress(asked.size(), terminal);
        for (SealedHour hour : asked) {
            progress.add(export(journal, folder, hour));
        }
        String last = sealed.last();
        if (last != null && asked.size() == all.size() && !last.equals(folder.doneUpTo())) {
            folder.doneUpTo(last);
        }
        progress.end(options.folder());
    }

    private static boolean isAsked(SealedHour hour, @Nullable Instant until) {
        return until == null || hour.start().isBefore(until);
    }

    private static ExportedPart export(JournalClient journal, ExportFolder folder, SealedHour hour)
            throws IOException, InterruptedException {
        ExportedPart part;
        try (HourFile file = new HourFile(folder.unfinished())) {
            journal.events(hour, file::add);
            part = file.end(hour, folder.nextFile(hour.start()));
        }
        folder.add(part);
        return part;
    }
}
