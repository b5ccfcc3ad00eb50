package io.interlude.local.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The arguments of a node: pairs of `--name` and value, each name once.
public final class NodeOptions {
    private static final String PREFIX = "--";

    private final Map<String, String> nameToValue;

    private NodeOptions(Map<String, String> nameToValue) {
        this.nameToValue = nameToValue;
    }

    /// Reads the arguments.
    ///
    /// @throws IllegalArgumentException with a sentence that names what is wrong
    public static NodeOptions parse(List<String> arguments) {
        Map<String, String> nameToValue = new HashMap<>();
        for (int i = 0; i < arguments.size(); i += 2) {
            String name = arguments.get(i);
            if (!name.startsWith(PREFIX) || i + 1 == arguments.size()) {
                throw new IllegalArgumentException("Give --name and a value, not " + name + ".");
            }
            if (nameToValue.put(name.substring(PREFIX.length()), arguments.get(i + 1)) != null) {
                throw new IllegalArgumentException("Give " + name + " once.");
            }
        }
        return new NodeOptions(nameToValue);
    }

    /// The value of an option that must be there.
    public String text(String name) {
        String value = nameToValue.get(name);
        if (value == null) {
            throw new IllegalArgumentException("Give --" + name + ".");
        }
        return value;
    }

    /// The same as a number from 1.
    public int number(String name) {
        return number(name, text(name));
    }

    /// The same as several numbers between commas.
    public List<Integer> ports(String name) {
        return Stream.of(text(name).split(",")).map(port -> number(name, port)).toList();
    }

    private static int number(String name, String text) {
        if (!text.matches("[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException("Give --" + name + " a number from 1.");
        }
        return Integer.parseInt(text);
    }

    /// Tells the starter of the process that it serves: makes the file of `--ready`.
    public void madeReady() throws IOException {
        Files.writeString(Path.of(text("ready")), ProcessHandle.current().pid() + "\n");
    }
}
