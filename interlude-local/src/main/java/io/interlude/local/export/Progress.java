package io.interlude.local.export;

import io.interlude.local.terminal.Terminal;
import java.nio.file.Path;
import java.util.Locale;

/// Shows how far an export is. Used by one thread.
final class Progress {
    private final int hours;
    private final Terminal terminal;
    private int done;
    private long rows;
    private long bytes;
    private long withoutVerdict;

    Progress(int hours, Terminal terminal) {
        this.hours = hours;
        this.terminal = terminal;
    }

    void add(ExportedPart part) {
        done++;
        rows += part.rows();
        bytes += part.bytes();
        withoutVerdict += part.withoutVerdict();
        terminal.progress(
                String.format(
                        Locale.ROOT,
                        "%s  %d of %d hours  %,d events",
                        part.hour().start(),
                        done,
                        hours,
                        rows));
    }

    void end(Path folder) {
        if (done > 0) {
            terminal.endProgress();
        }
        terminal.line(
                done == 0
                        ? "Nothing new is sealed: %s has all hours that are over.".formatted(folder)
                        : String.format(
                                Locale.ROOT,
                                "%,d events of %d hours, %,d bytes, are in %s.",
                                rows,
                                done,
                                bytes,
                                folder));
        if (withoutVerdict > 0) {
            terminal.line(
                    String.format(
                            Locale.ROOT,
                            "%,d of them have no verdict: it could not be found in time.",
                            withoutVerdict));
        }
    }
}
