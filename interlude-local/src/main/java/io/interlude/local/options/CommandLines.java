package io.interlude.local.options;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Reads the words behind a command (picocli).
public final class CommandLines {
    /// The help of the launcher's commands.
    public static final String LAUNCHER = "./interlude help";

    /// The help of the benchmarks.
    public static final String BENCHMARKS = "benchmarks/README.md";

    private CommandLines() {}

    /// Sets the annotated fields of the object to what was given. A field whose option was not
    /// given keeps its value.
    ///
    /// @param help where a person reads what can be given
    /// @return the same object
    /// @throws IllegalArgumentException with a sentence that names the option at fault
    public static <T> T read(List<String> arguments, T options, String help) {
        try {
            CommandLine line = new CommandLine(options);
            line.setExpandAtFiles(false);
            line.setCaseInsensitiveEnumValuesAllowed(true);
            line.registerConverter(Instant.class, CommandLines::instant);
            line.parseArgs(arguments.toArray(String[]::new));
            return options;
        } catch (UnmatchedArgumentException e) {
            // Not what follows it, which may be a key.
            throw new IllegalArgumentException(
                    "Unknown option " + e.getUnmatched().getFirst() + ": see " + help + ".", e);
        } catch (MissingParameterException e) {
            throw new IllegalArgumentException(
                    "Option " + names(e.getMissing()) + " needs a value.", e);
        } catch (ParameterException e) {
            throw new IllegalArgumentException(e.getMessage() + ".", e);
        }
    }

    private static String names(List<ArgSpec> missing) {
        return missing.stream()
                .map(each -> ((OptionSpec) each).longestName())
                .collect(Collectors.joining(", "));
    }

    private static Instant instant(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new TypeConversionException(
                    "'" + text + "' is no instant such as 2026-01-31T09:30:00Z");
        }
    }
}
