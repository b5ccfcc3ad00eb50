package io.interlude.journey;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Words that are planted in requests and looked for afterwards, each named for where it was
/// planted, and real secrets that are looked for like them: as they are, in UTF-16, in Base64 and
/// in hexadecimal digits.
final class Canaries {
    private static final String MARK = "zq7canary";
    private static final Pattern NAMED = Pattern.compile(MARK + "x([a-z]+)x");

    private final Map<String, List<String>> nameToForms = new LinkedHashMap<>();
    private final Map<String, Set<String>> placeToFound = new ConcurrentSkipListMap<>();

    Canaries() {
        nameToForms.put("disguised", disguised(MARK));
    }

    /// The canary of the name, of lower-case letters only.
    static String named(String name) {
        return MARK + "x" + name + "x";
    }

    /// Looks for this, too.
    void secret(String name, String value) {
        List<String> forms = new ArrayList<>(disguised(value));
        forms.add(value);
        nameToForms.put(name, forms);
    }

    private static List<String> disguised(String text) {
        return List.of(
                bytes(text, UTF_16BE),
                base64(text, 0),
                base64(text, 1),
                base64(text, 2),
                HexFormat.of().formatHex(text.getBytes(UTF_8)));
    }

    private static String bytes(String text, Charset charset) {
        return new String(text.getBytes(charset), ISO_8859_1);
    }

    /// What is the same in every Base64 text that holds the text after so many other bytes.
    private static String base64(String text, int before) {
        String all =
                Base64.getEncoder().encodeToString((" ".repeat(before) + text).getBytes(UTF_8));
        return all.substring(before == 0 ? 0 : before + 1, all.length() - 4);
    }

    /// Notes the canaries that are in the bytes.
    void search(String place, byte[] bytes) {
        // One character for each byte, so that no decoding hides anything.
        search(place, new String(bytes, ISO_8859_1));
    }

    void search(String place, String text) {
        if (text.contains(MARK)) {
            Matcher matcher = NAMED.matcher(text);
            while (matcher.find()) {
                found(place, matcher.group(1));
            }
        }
        nameToForms.forEach((name, forms) -> {
            if (forms.stream().anyMatch(text::contains)) {
                found(place, name);
            }
        });
    }

    private void found(String place, String name) {
        placeToFound.computeIfAbsent(place, _ -> new TreeSet<>()).add(name);
    }

    /// The names of the canaries found, by place.
    Map<String, Set<String>> found() {
        return placeToFound;
    }
}
