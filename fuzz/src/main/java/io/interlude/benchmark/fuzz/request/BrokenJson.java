package io.interlude.benchmark.fuzz.request;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/// A body that is no readable JSON object, made of one that is.
///
/// @param kind what is broken
/// @param content one character a byte
public record BrokenJson(String kind, String content) {
    /// JSON that is only too deep.
    public static final String DEEP = "deep nesting";

    private static final int TOO_DEEP = 1_001;

    public static BrokenJson of(String good, Draw draw) {
        String kind =
                draw.of(
                        "truncated",
                        "bad UTF-8",
                        DEEP,
                        "open nesting",
                        "no object",
                        "encoding",
                        "syntax");
        byte[] bytes =
                switch (kind) {
                    case "truncated" ->
                            good.strip()
                                    .substring(0, draw.between(1, good.strip().length() - 1))
                                    .getBytes(UTF_8);
                    case "bad UTF-8" -> badUtf8(good, draw);
                    case DEEP -> deep(good, draw, true).getBytes(UTF_8);
                    case "open nesting" -> deep(good, draw, false).getBytes(UTF_8);
                    case "no object" -> noObject(good, draw).getBytes(UTF_8);
                    case "encoding" -> encoded(good, draw);
                    default -> syntax(good, draw).getBytes(UTF_8);
                };
        return new BrokenJson(kind, new String(bytes, ISO_8859_1));
    }

    public byte[] bytes() {
        return content.getBytes(ISO_8859_1);
    }

    /// Bytes that no UTF-8 has, within a text of the object.
    private static byte[] badUtf8(String good, Draw draw) {
        byte[] bad =
                draw.of(
                        new byte[] {(byte) 0xff},
                        new byte[] {(byte) 0xc0, (byte) 0xaf},
                        new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
                        new byte[] {(byte) 0xe2, (byte) 0x82},
                        new byte[] {(byte) 0xf5, (byte) 0x80, (byte) 0x80, (byte) 0x80},
                        new byte[] {(byte) 0x80});
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes("{\"z\":\"".getBytes(UTF_8));
        body.writeBytes(bad);
        body.writeBytes(("\"," + good.strip().substring(1)).getBytes(UTF_8));
        return body.toByteArray();
    }

    private static String deep(String good, Draw draw, boolean closed) {
        int depth = draw.between(TOO_DEEP, 5_000);
        String open = draw.of("[", "{\"a\":");
        String close = open.equals("[") ? "]" : "}";
        String ends = closed ? "0" + close.repeat(depth) : "";
        return "{\"z\":" + open.repeat(depth) + ends + "," + good.strip().substring(1);
    }

    private static String noObject(String good, Draw draw) {
        return draw.of(
                "[" + good + "]",
                "[]",
                "0",
                "null",
                "true",
                "\"\"",
                "\"" + draw.word(9) + "\"",
                " ",
                "\n");
    }

    private static byte[] encoded(String good, Draw draw) {
        byte[] bytes = good.getBytes(UTF_8);
        return switch (draw.below(4)) {
            case 0 -> good.getBytes(UTF_16LE);
            case 1 -> ("\uFEFF" + good).getBytes(UTF_8);
            case 2 -> draw.bytes(draw.between(1, 200));
            default -> {
                bytes[0] = 0;
                yield bytes;
            }
        };
    }

    private static String syntax(String good, Draw draw) {
        String inner = good.strip().substring(1);
        return switch (draw.below(9)) {
            case 0 -> good + good;
            case 1 -> good + "," + draw.word(3);
            case 2 -> "{,".concat(inner);
            case 3 -> "{'z':1," + inner;
            case 4 -> "{z:1," + inner;
            case 5 ->
                    "{\"z\":"
                            + draw.of(
                                    "01",
                                    "+1",
                                    "NaN",
                                    ".5",
                                    "1.",
                                    "0x1",
                                    "1e",
                                    "Infinity",
                                    "-",
                                    "tru",
                                    "nul")
                            + ","
                            + inner;
            case 6 -> "{\"z\":\"" + draw.of("\n", "\t", "\u0000", "\\x", "\\u12") + "\"," + inner;
            case 7 -> "{/* */" + inner;
            // A long number alone is no fault of syntax: an event may have it in a field of no
            // meaning.
            default -> "{\"z\":" + "9".repeat(draw.between(1_001, 3_000)) + "x," + inner;
        };
    }
}
