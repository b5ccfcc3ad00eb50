package io.interlude.schema.serde;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.util.ClassSecurityValidator;

/// Which classes Avro may create from a schema's names: the generated ones of Interlude, and those
/// that a serde was told to read. Since 1.12.2 Avro refuses every other one.
public final class TrustedClasses {
    private static final String GENERATED = "io.interlude.schema";
    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    static {
        ClassSecurityValidator.setGlobal(
                ClassSecurityValidator.composite(
                        ClassSecurityValidator.getGlobal(), TrustedClasses::isTrusted));
    }

    private TrustedClasses() {}

    /// Makes Avro create the generated classes. The serdes do this themselves; call it before any
    /// other use of Avro.
    public static void install() {
        // Loading the class has done it, once.
    }

    static void trust(Class<?> type) {
        TOLD.add(type.getName());
    }

    private static boolean isTrusted(Class<?> type) {
        return type.getPackageName().equals(GENERATED) || TOLD.contains(type.getName());
    }
}
