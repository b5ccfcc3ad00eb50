package io.interlude.check.layer;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.PackageMatcher;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/// A module, or those with one root package, whose order among themselves their poms hold. The root
/// package is the constant in lower case, or the packages are named one by one.
/// `docs/architecture.md` tells why who may know whom.
enum Layer {
    SITE,
    SCHEMA,
    DOMAIN(
            "domain.[catalogue|context|conversation|digest|flight|flow|frequency|identity|lift|money"
                    + "|number|outcome|pacing|retention|rotation|suitability|targeting]"),
    DECISION("domain.[delivery|explain|prediction|prepared|selection]"),
    PLANNING("domain.[forecast|simulation]"),
    COUNTING("domain.[matching|reach|rollup]"),
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

    private final String packages;

    Layer() {
        packages = name().toLowerCase(Locale.ROOT);
    }

    Layer(String packages) {
        this.packages = packages;
    }

    /// The module that has this package.
    static Layer of(String packageName) {
        return Arrays.stream(values())
                .filter(module -> PackageMatcher.of(module.packages()).matches(packageName))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no module has " + packageName));
    }

    /// The jar or folder that a class was read from.
    static String placeOf(JavaClass type) {
        String uri = type.getSource().orElseThrow().getUri().toString();
        return uri.substring(0, uri.lastIndexOf("/" + Layer.ROOT.replace('.', '/') + "/"));
    }

    /// The modules that this one may use, whether or not it does.
    private Set<Layer> allowed() {
        return switch (this) {
            case SITE, SCHEMA, DOMAIN, FLOW -> EnumSet.noneOf(Layer.class);
            case DECISION, CONTEXT -> EnumSet.of(DOMAIN);
            case PLANNING, COUNTING -> EnumSet.of(DECISION, DOMAIN);
            case TRAINING -> EnumSet.of(CONTEXT, DOMAIN);
            case CLIENT -> EnumSet.of(FLOW);
            case JOURNAL -> EnumSet.of(SCHEMA, COUNTING, DECISION, DOMAIN);
            case CATALOGUE, STATE -> EnumSet.of(JOURNAL, SCHEMA, DOMAIN);
            case WEB -> EnumSet.of(CATALOGUE, STATE, JOURNAL, SCHEMA, DOMAIN);
            case FETCH ->
                    EnumSet.of(WEB, CATALOGUE, STATE, JOURNAL, SCHEMA, DECISION, DOMAIN, CONTEXT);
            case INGEST ->
                    EnumSet.of(WEB, CATALOGUE, STATE, JOURNAL, SCHEMA, COUNTING, DECISION, DOMAIN);
            case AGGREGATE -> EnumSet.of(WEB, CATALOGUE, STATE, JOURNAL, SCHEMA, COUNTING, DOMAIN);
            case MANAGE ->
                    EnumSet.of(WEB, CATALOGUE, STATE, JOURNAL, SCHEMA, PLANNING, DECISION, DOMAIN);
            case CONSOLE -> EnumSet.of(WEB, CATALOGUE, JOURNAL, SCHEMA, DOMAIN);
            case AGENT -> EnumSet.of(WEB, CATALOGUE, JOURNAL, DOMAIN);
            case REPORT ->
                    EnumSet.of(
                            CONSOLE, AGENT, WEB, CATALOGUE, STATE, JOURNAL, SCHEMA, COUNTING,
                            DECISION, DOMAIN);
            case LOCAL -> EnumSet.complementOf(EnumSet.of(BENCHMARK, CLIENT, TRAINING));
            case BENCHMARK -> EnumSet.allOf(Layer.class);
        };
    }

    /// All classes of this module, in the pattern language of ArchUnit.
    String packages() {
        return ROOT + "." + packages + "..";
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
