package io.interlude.training.distil;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Makes up things that users say to assistants, so that the table learns which words carry a
/// request and which only surround it. Deterministic.
final class RequestPatterns {
    private static final String RESOURCE = "request-patterns.txt";
    private static final Pattern GAP = Pattern.compile("\\{(noun|verb|adjective)}");
    private static final int MOST_REQUESTS = 3;

    private final List<String> patterns;
    private final List<String> nouns;
    private final List<String> verbs;
    private final List<String> adjectives;
    private final SplittableRandom draw;

    RequestPatterns(WordNet words, long seed) throws IOException {
        try (InputStream file = RequestPatterns.class.getResourceAsStream(RESOURCE)) {
            if (file == null) {
                throw new IOException("not on the class path: " + RESOURCE);
            }
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            this.patterns = text.lines().toList();
        }
        this.nouns = List.copyOf(words.nouns());
        this.verbs = List.copyOf(words.verbs());
        this.adjectives = List.copyOf(words.adjectives());
        this.draw = new SplittableRandom(seed);
    }

    /// So many texts; every seventh has two or three requests.
    List<String> texts(int count) {
        List<String> texts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            StringBuilder text = new StringBuilder(request());
            int more = i % 7 == 0 ? draw.nextInt(1, MOST_REQUESTS) : 0;
            for (int j = 0; j < more; j++) {
                text.append(' ').append(request());
            }
            texts.add(text.toString());
        }
        return texts;
    }

    private String request() {
        return GAP.matcher(any(patterns))
                .replaceAll(gap -> Matcher.quoteReplacement(any(words(gap.group(1)))));
    }

    private List<String> words(String kind) {
        return switch (kind) {
            case "noun" -> nouns;
            case "verb" -> verbs;
            default -> adjectives;
        };
    }

    private String any(List<String> choices) {
        return choices.get(draw.nextInt(choices.size()));
    }
}
