package io.interlude.benchmark.fuzz.request;

import java.util.List;

/// Texts that must come up in no answer, no log and no record: a part of every wrong key, of every
/// context, and of the words of a user.
public record Canaries(String key, String context, String words) {
    public static Canaries of(long seed) {
        String mark = Long.toString(Math.abs(seed * 0x9E3779B97F4A7C15L) | 1L << 40, 36);
        return new Canaries("ckey" + mark, "cctx" + mark, "cwrd" + mark);
    }

    public List<String> all() {
        return List.of(key, context, words);
    }

    /// The text without them.
    public String redact(String text) {
        String redacted = text;
        for (String canary : all()) {
            redacted = redacted.replace(canary, "…");
        }
        return redacted;
    }
}
