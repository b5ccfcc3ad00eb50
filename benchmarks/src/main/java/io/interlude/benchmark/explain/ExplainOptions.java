package io.interlude.benchmark.explain;

import java.util.List;

/// What the run was asked for.
///
/// @param fetches decisions to explain
/// @param rate of the demo's fetches, a second
/// @param connections that ask for explanations
record ExplainOptions(int fetches, double rate, int connections, long seed) {
    static ExplainOptions parse(List<String> arguments) {
        int fetches = 10_000;
        double rate = 100;
        int connections = 4;
        long seed = 1;
        for (int i = 0; i < arguments.size(); i += 2) {
            if (i + 1 == arguments.size()) {
                throw new IllegalArgumentException(arguments.get(i) + " needs a value");
            }
            String value = arguments.get(i + 1);
            switch (arguments.get(i)) {
                case "--fetches" -> fetches = Integer.parseInt(value);
                case "--rate" -> rate = Double.parseDouble(value);
                case "--connections" -> connections = Integer.parseInt(value);
                case "--seed" -> seed = Long.parseLong(value);
                default -> throw new IllegalArgumentException("no option " + arguments.get(i));
            }
        }
        return new ExplainOptions(fetches, rate, connections, seed);
    }
}
