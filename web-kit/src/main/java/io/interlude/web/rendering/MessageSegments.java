package io.interlude.web.rendering;

import java.util.stream.IntStream;

/// Counts the segments in which a mobile network sends a text (3GPP TS 23.038 and 23.040).
///
/// A text of only GSM 7-bit characters fits 160 of them in one segment, or 153 in each of several;
/// the extension table's characters take two places, which must lie in one segment. Any other text
/// is UCS-2: 70 UTF-16 units, or 67 in each of several, a surrogate pair in one segment.
final class MessageSegments {
    private static final String BASIC =
            "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
                    + "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
    private static final String EXTENSION = "\f^{}\\[~]|€";

    private static final int GSM_ALONE = 160;
    private static final int GSM_CHAINED = 153;
    private static final int UCS_ALONE = 70;
    private static final int UCS_CHAINED = 67;

    private MessageSegments() {}

    static int count(String text) {
        boolean gsm = text.codePoints().allMatch(c -> gsmPlaces(c) > 0);
        int[] places =
                gsm
                        ? text.codePoints().map(MessageSegments::gsmPlaces).toArray()
                        : text.codePoints().map(Character::charCount).toArray();
        int alone = gsm ? GSM_ALONE : UCS_ALONE;
        return IntStream.of(places).sum() <= alone
                ? 1
                : chained(places, gsm ? GSM_CHAINED : UCS_CHAINED);
    }

    /// Places that the character takes, 0 if the alphabet does not have it.
    private static int gsmPlaces(int codePoint) {
        if (BASIC.indexOf(codePoint) >= 0) {
            return 1;
        }
        return EXTENSION.indexOf(codePoint) >= 0 ? 2 : 0;
    }

    private static int chained(int[] places, int segmentPlaces) {
        int segments = 1;
        int used = 0;
        for (int place : places) {
            if (used + place > segmentPlaces) {
                segments++;
                used = 0;
            }
            used += place;
        }
        return segments;
    }
}
