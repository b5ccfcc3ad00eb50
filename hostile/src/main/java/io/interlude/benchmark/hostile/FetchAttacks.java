package io.interlude.benchmark.hostile;

import io.interlude.benchmark.hostile.scene.Org;
import io.interlude.benchmark.hostile.scene.Scene;
import java.io.IOException;
import java.util.List;

/// Fetches by a publisher tag, each within its limits, that cost more than a fetch.
final class FetchAttacks {
    private static final int AT_ONCE = 4;
    private static final int MOST = 20_000;

    private static final String BASE64 =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    private FetchAttacks() {}

    static List<Attack> all() {
        return List.of(
                new Attack(
                        "consent-flood",
                        "GPP strings with 450 restrictions of 8,192 vendors each take nothing from"
                                + " others",
                        FetchAttacks::consents));
    }

    private static void consents(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        List<String> strings =
                List.of("DBABMA~" + restricted(2, 247, 457), "DBABDA~" + restricted(1, 233, 457));
        scene.parallel(
                AT_ONCE,
                MOST,
                n -> {
                    String path = "/v1/fetch/v2?adUnit=unit&.tier=gold&consent.gpp=";
                    String gpp = strings.get(n % strings.size());
                    scene.sane(scene.api().get(path + gpp, org.tag()), "consent");
                });
    }

    /// The core string of a consent framework.
    ///
    /// @param restrictionsAt where the number of restrictions is, in bits
    private static String restricted(int version, int restrictionsAt, int entries) {
        StringBuilder bits = new StringBuilder(bits(version, 6));
        bits.append("0".repeat(restrictionsAt - bits.length())).append(bits(entries, 12));
        for (int entry = 0; entry < entries; entry++) {
            bits.append(bits(1 + entry % 10, 6)).append("00").append(bits(1, 12)).append('1');
            bits.append(bits(1, 16)).append(bits(8_192, 16));
        }
        bits.append("0".repeat(24 - bits.length() % 24));
        StringBuilder letters = new StringBuilder();
        for (int at = 0; at < bits.length(); at += 6) {
            letters.append(BASE64.charAt(Integer.parseInt(bits, at, at + 6, 2)));
        }
        return letters.toString();
    }

    private static String bits(int number, int width) {
        String digits = Integer.toBinaryString(number);
        return "0".repeat(width - digits.length()) + digits;
    }
}
