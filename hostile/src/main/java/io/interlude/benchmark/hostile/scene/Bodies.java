package io.interlude.benchmark.hostile.scene;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Bodies that are small to send and large to keep.
public final class Bodies {
    public static final int IMPORT_BYTES = (8 << 20) - 1_024;
    public static final int SMALL_BYTES = (64 << 10) - 256;

    /// Numbers that are short to write and long to write out, or that no binary number holds.
    public static final List<String> NUMBERS =
            List.of(
                    "1e200",
                    "1e308",
                    "1e9999",
                    "-1e9999",
                    "1e-9999",
                    "1e99999999999",
                    "1e-99999999999",
                    "1e2147483647",
                    "1e-2147483648",
                    "9".repeat(400),
                    "0." + "9".repeat(400),
                    "9".repeat(6_000),
                    "-0.0",
                    "9223372036854775808");

    private Bodies() {}

    /// An object of one unknown field with as many times the element as fit.
    public static String tree(int bytes, String element) {
        return "{\"zzz\":[" + elements(bytes - 12, element) + "]}";
    }

    public static String elements(int bytes, String element) {
        int count = Math.max(1, bytes / (element.length() + 1));
        return (element + ",").repeat(count - 1) + element;
    }

    public static String nested(int bytes) {
        return "{\"zzz\":" + "[".repeat(bytes / 2 - 8) + "]".repeat(bytes / 2 - 8) + "}";
    }

    /// Names that no two fields share.
    public static String names(int bytes) {
        return joined(bytes / 12, number -> "\"n%07d\":0".formatted(number));
    }

    public static String joined(int count, IntFunction<String> field) {
        return IntStream.range(0, count).mapToObj(field).collect(Collectors.joining(",", "{", "}"));
    }

    /// Every shape of a large import.
    public static List<String> shapes(int bytes) {
        return List.of(
                tree(bytes, "{}"),
                tree(bytes, "[]"),
                tree(bytes, "1"),
                tree(bytes, "\"\""),
                tree(bytes, "{\"a\":{}}"),
                nested(bytes),
                names(bytes),
                "{\"" + "n".repeat(bytes - 8) + "\":0}",
                "{\"zzz\":\"" + "s".repeat(bytes - 16) + "\"}",
                "{\"zzz\":\"" + "\\u0001".repeat(bytes / 6 - 4) + "\"}",
                "{\"lineItems\":[" + elements(bytes - 20, "{}") + "]}",
                "{\"creatives\":[" + elements(bytes - 20, "{\"flow\":{}}") + "]}",
                "{\"zzz\":" + "9".repeat(bytes - 16) + "}");
    }
}
