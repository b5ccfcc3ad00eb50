package io.interlude.benchmark.fuzz.request;

import java.util.SplittableRandom;

/// The choices behind one request. The same seed and number always make the same ones.
public final class Draw {
    private final SplittableRandom random;

    public Draw(long seed, long number) {
        random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + number * 0xD1B54A32D192ED03L);
    }

    @SafeVarargs
    public final <T> T of(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    public int below(int bound) {
        return random.nextInt(bound);
    }

    public int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    public boolean oneIn(int chances) {
        return random.nextInt(chances) == 0;
    }

    /// Letters and digits.
    public String word(int length) {
        StringBuilder word = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            word.append(Character.forDigit(random.nextInt(36), 36));
        }
        return word.toString();
    }

    /// Fields that nothing reads, each led by a comma.
    public String unknownFields() {
        StringBuilder fields = new StringBuilder();
        for (int i = between(1, 300); i > 0; i--) {
            String value = of("0", "null", "[]", "{\"a\":[{}]}", "\"\\u0000\"", "1e400", "-0.0");
            fields.append(",\"").append(of("z", "__proto__", "$", "", "é", word(9)));
            fields.append(i).append("\":").append(value);
        }
        return fields.toString();
    }

    public byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
