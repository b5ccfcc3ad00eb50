package io.interlude.local.terminal;

import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Optional;

/// The terminal that a person looks at: the only way to standard output. Logs go elsewhere.
public final class Terminal {
    private static final int LINE_WIDTH = 100;

    private final PrintStream out;
    private final boolean interactive;

    private Terminal(PrintStream out, boolean interactive) {
        this.out = out;
        this.interactive = interactive;
    }

    /// The process's standard output; a progress line is rewritten in place only when a person
    /// looks on.
    public static Terminal standard() {
        return new Terminal(System.out, isTerminal());
    }

    private static boolean isTerminal() {
        return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    }

    /// One that prints into the stream, never rewriting a line.
    public static Terminal into(PrintStream out) {
        return new Terminal(out, false);
    }

    public boolean interactive() {
        return interactive;
    }

    /// Prints a line.
    public void line(String text) {
        out.println(text);
        out.flush();
    }

    /// Prints all of the bytes as they are.
    public void copy(InputStream bytes) throws IOException {
        bytes.transferTo(out);
        if (out.checkError()) {
            throw new IOException("Standard output does not take it.");
        }
    }

    /// Shows progress: in place of the last progress line, or as a line of its own.
    public void progress(String text) {
        if (interactive) {
            out.print('\r' + text + " ".repeat(Math.max(0, LINE_WIDTH - text.length())));
            out.flush();
        } else {
            line(text);
        }
    }

    /// Ends a progress line.
    public void endProgress() {
        if (interactive) {
            out.println();
            out.flush();
        }
    }

    /// Says in one sentence what went wrong, and ends the process.
    public static void failAndExit(String sentence) {
        System.err.println("interlude: " + sentence);
        System.exit(1);
    }
}
