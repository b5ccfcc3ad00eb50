package io.interlude.check.layer;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/// A module, or several whose order among themselves their poms hold: [#REPORT] is four,
/// [#BENCHMARK] five. Its root package is the constant in lower case. `docs/architecture.md` tells
/// why who may know whom.
enum Layer {
    SITE,
    SCHEMA,
    DOMAIN,
    CONTEXT,
    TRAINING,
    FLOW,
    CLIENT,
    JOURNAL,
    CATALOGUE,
    STATE,
    WEB,
    FETCH,
    INGEST,
    AGGREGATE,
    CONSOLE,
    AGENT,
    REPORT,
    MANAGE,
    LOCAL,
    BENCHMARK;

    static final String ROOT = "io.interlude";

    /// The modules that this one may use, whether or not it does.
    private Set<Layer> allowed() {
        return switch (this) {
            case SITE, SCHEMA, DOMAIN, FLOW -> EnumSet.noneOf(Layer.class);
            case CONTEXT -> EnumSet.of(DOMAIN);
            case TRAINING -> EnumSet.of(CONTEXT, DOMAIN);
            case CLIENT -> EnumSet.of(FLOW);
            case JOURNAL -> EnumSet.of(SCHEMA, DOMAIN);
            case CATALOGUE, STATE -> EnumSet.of(JOURNAL, SCHEMA, DOMAIN);
            case WEB -> EnumSet.of(CATALOGUE, STATE, JOURNAL, SCHEMA, DOMAIN);
            case FETCH -> EnumSet.of(WEB, CATALOGUE, STATE, JOURNAL, SCHEMA, DOMAIN, CONTEXT);
            case INGEST, AGGREGATE, MANAGE ->
                    EnumSet.of(WEB, CATALOGUE, STATE, JOURNAL, SCHEMA, DOMAIN);
            case CONSOLE -> EnumSet.of(WEB, CATALOGUE, JOURNAL, SCHEMA, DOMAIN);
            case AGENT -> EnumSet.of(WEB, CATALOGUE, JOURNAL, DOMAIN);
            case REPORT ->
                    EnumSet.of(CONSOLE, AGENT, WEB, CATALOGUE, STATE, JOURNAL, SCHEMA, DOMAIN);
            case LOCAL -> EnumSet.complementOf(EnumSet.of(BENCHMARK, CLIENT, TRAINING));
            case BENCHMARK -> EnumSet.allOf(Layer.class);
        };
    }

    /// All classes of this module, in the pattern language of ArchUnit.
    String packages() {
        return ROOT + "." + name().toLowerCase(Locale.ROOT) + "..";
    }

    /// The patterns of every module that this one must not know.
    String[] forbiddenPackages() {
        Set<Layer> forbidden = EnumSet.allOf(Layer.class);
        forbidden.removeAll(allowed());
        forbidden.remove(this);
        return forbidden.stream().map(Layer::packages).toArray(String[]::new);
    }

    static String[] allPackages() {
        return Arrays.stream(values()).map(Layer::packages).toArray(String[]::new);
    }
}
