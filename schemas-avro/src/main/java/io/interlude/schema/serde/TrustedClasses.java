package io.interlude.schema.serde;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.util.ClassSecurityValidator;

/// The classes that Avro may create from a schema's names: the generated ones of Interlude, and
/// those that a serde was told to read. Since 1.12.2 Avro refuses every other one. Also the lengths
/// that a text or a list may claim before any of it was read: a few bytes that claim gigabytes
/// would otherwise end the process.
public final class TrustedClasses {
    private static final int TEXT_BYTES_MAX = 16 << 20;
    private static final int ITEMS_MAX = 1 << 20;
    private static final String GENERATED = "io.interlude.schema";
    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    static {
        limit("org.apache.avro.limits.string.maxLength", TEXT_BYTES_MAX);
        limit("org.apache.avro.limits.bytes.maxLength", TEXT_BYTES_MAX);
        limit("org.apache.avro.limits.collectionItems.maxLength", ITEMS_MAX);
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

    /// Unless the process was started with another one. Avro reads it with the first record.
    private static void limit(String property, int most) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, Integer.toString(most));
        }
    }

    static void trust(Class<?> type) {
        TOLD.add(type.getName());
    }

    private static boolean isTrusted(Class<?> type) {
        return type.getPackageName().equals(GENERATED) || TOLD.contains(type.getName());
    }
}
