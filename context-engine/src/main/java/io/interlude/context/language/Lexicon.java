package io.interlude.context.language;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.context.token.Vocabulary;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// Words by what they tell of a language: English ones, names, words of other languages, and those
/// that every language has. All in small letters and without accents. Immutable.
///
/// The English words are WordNet's (see `training.distil.ListEnglishWords`), the lists beside it
/// our own.
final class Lexicon {
    /// The vocabulary's ids of words are in the order of their frequency.
    private static final int FREQUENT_IDS = 4_000;

    private static final int COMMON_IDS = 2_600;
    private static final int SHORTEST_STEM = 3;
    private static final int SHORTEST_FAMILIAR = 4;

    /// Small words of English that are signs of other languages nevertheless.
    private static final Set<String> SHARED =
            Set.of("no me so ya se la mi con si do a i die hat u non nah al we".split(" ", -1));

    /// Endings of English, and what stands in their place in the base form.
    private static final String[][] ENDINGS = {
        {"s", ""},
        {"es", ""},
        {"ies", "y"},
        {"ed", ""},
        {"ed", "e"},
        {"ied", "y"},
        {"ing", ""},
        {"ing", "e"},
        {"er", ""},
        {"er", "e"},
        {"ier", "y"},
        {"est", ""},
        {"est", "e"},
        {"iest", "y"},
        {"ly", ""},
        {"ily", "y"},
        {"ness", ""},
        {"able", ""},
        {"less", ""}
    };

    private final Set<String> frequent = new HashSet<>();
    private final Set<String> familiar = new HashSet<>();
    private final Set<String> core;
    private final Set<String> neutral;
    private final int[] english;
    private final int[] names;
    private final Map<String, List<String>> foreignToTags = new HashMap<>();

    private Lexicon(Vocabulary vocabulary) {
        Map<String, Set<String>> sections = sections();
        core = sections.getOrDefault("english", Set.of());
        neutral = sections.getOrDefault("neutral", Set.of());
        List<String> words = new ArrayList<>(core);
        List<String> proper = new ArrayList<>(sections.getOrDefault("names", Set.of()));
        for (String line : lines("english-words.txt")) {
            boolean name = Character.isUpperCase(line.charAt(0));
            (name ? proper : words).add(name ? line.toLowerCase(Locale.ROOT) : line);
        }
        english = hashes(words);
        names = hashes(proper);
        Set<String> common = new HashSet<>();
        for (int id = 0; id < COMMON_IDS; id++) {
            common.add(vocabulary.text(id));
        }
        for (String line : lines("foreign-words.txt")) {
            int colon = line.indexOf(':');
            for (String word : line.substring(colon + 1).strip().split(" ", -1)) {
                if (SHARED.contains(word) || !(core.contains(word) || common.contains(word))) {
                    foreignToTags
                            .computeIfAbsent(word, _ -> new ArrayList<>(1))
                            .add(line.substring(0, colon));
                }
            }
        }
        for (int id = 0; id < vocabulary.size(); id++) {
            String word = vocabulary.text(id);
            if (id < FREQUENT_IDS && word.length() > 1 && isEnglish(word) && !isForeign(word)) {
                frequent.add(word);
            } else if (word.length() >= SHORTEST_FAMILIAR && !word.startsWith("##")) {
                familiar.add(word);
            }
        }
        core.stream().filter(word -> !isForeign(word)).forEach(frequent::add);
    }

    static Lexicon load(Vocabulary vocabulary) {
        return new Lexicon(vocabulary);
    }

    private static Map<String, Set<String>> sections() {
        Map<String, Set<String>> sections = new HashMap<>();
        String section = "";
        for (String line : lines("chat-words.txt")) {
            if (line.startsWith("[")) {
                section = line.substring(1, line.length() - 1);
            } else {
                sections.computeIfAbsent(section, _ -> new HashSet<>())
                        .addAll(Arrays.asList(line.split(" ", -1)));
            }
        }
        return sections;
    }

    private static List<String> lines(String resource) {
        try (InputStream file = Lexicon.class.getResourceAsStream(resource)) {
            if (file == null) {
                throw new IllegalStateException("not on the class path: " + resource);
            }
            return new String(file.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A set of texts as their sorted hashes: a tenth of the memory, and a wrong answer for one
    /// word in tens of thousands.
    private static int[] hashes(List<String> words) {
        return words.stream().mapToInt(String::hashCode).sorted().distinct().toArray();
    }

    private static boolean has(int[] hashes, String word) {
        return Arrays.binarySearch(hashes, word.hashCode()) >= 0;
    }

    /// Whether it, or what it is a form of, is among the most frequent words of English, and it is
    /// no other language's.
    boolean isFrequent(String word) {
        return frequent.contains(word) || (!isForeign(word) && hasBase(word, frequent::contains));
    }

    /// Whether it is common in English writing without being in a dictionary.
    boolean isFamiliar(String word) {
        return familiar.contains(word);
    }

    /// Whether it is a small word of English, whatever it is elsewhere.
    boolean isCore(String word) {
        return core.contains(word);
    }

    /// Whether it, or what it is a form of, is an English word.
    boolean isEnglish(String word) {
        return has(english, word) || hasBase(word, base -> has(english, base));
    }

    private static boolean hasBase(String word, Predicate<String> known) {
        for (String[] ending : ENDINGS) {
            int stem = word.length() - ending[0].length();
            if (stem >= SHORTEST_STEM && word.endsWith(ending[0])) {
                String base = word.substring(0, stem);
                boolean doubled =
                        stem > SHORTEST_STEM && base.charAt(stem - 1) == base.charAt(stem - 2);
                if (known.test(base + ending[1])
                        || (doubled && known.test(base.substring(0, stem - 1)))) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Whether it is the name of a person or a place.
    boolean isName(String word) {
        return has(names, word);
    }

    /// Whether it is said alike in many languages, or needs no reading: "ok", "gracias".
    boolean isNeutral(String word) {
        return neutral.contains(word);
    }

    boolean isForeign(String word) {
        return foreignToTags.containsKey(word);
    }

    /// Tags of the languages of which it is a frequent word.
    List<String> foreignTags(String word) {
        return foreignToTags.getOrDefault(word, List.of());
    }
}
