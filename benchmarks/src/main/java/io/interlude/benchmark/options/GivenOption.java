package io.interlude.benchmark.options;

import java.util.Iterator;
import java.util.List;

/// An option that was given, with its value.
///
/// @param name with its dashes
public record GivenOption(String name, String value) {
    /// The options in the order given, read one by one.
    ///
    /// @throws IllegalArgumentException when reading one that has no value
    public static Iterable<GivenOption> in(String... arguments) {
        return () -> reading(List.of(arguments).iterator());
    }

    private static Iterator<GivenOption> reading(Iterator<String> words) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return words.hasNext();
            }

            @Override
            public GivenOption next() {
                String name = words.next();
                if (!words.hasNext()) {
                    throw new IllegalArgumentException("Option " + name + " needs a value.");
                }
                return new GivenOption(name, words.next());
            }
        };
    }

    /// What to throw when nobody knows the option.
    public IllegalArgumentException unknown() {
        return new IllegalArgumentException("Unknown option " + name + ".");
    }
}
