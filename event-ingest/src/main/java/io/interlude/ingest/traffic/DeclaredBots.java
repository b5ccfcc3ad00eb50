package io.interlude.ingest.traffic;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Knows robots by what their User-Agent says: a maintained list, and the words that a robot's name
/// usually has. Immutable; a look takes a few microseconds.
public final class DeclaredBots {
    private static final String LIST = "declared-bots.txt";

    /// Longer ones are cut: what they are they say first.
    private static final int LONGEST_AGENT = 1_024;

    /// Crawlers, previews and the like that are not on the list, or there in other letters.
    private static final WordFinder USUAL_WORDS =
            new WordFinder(
                    List.of(
                            "crawler",
                            "spider",
                            "slurp",
                            "archiver",
                            "scrapy",
                            "httrack",
                            "facebookexternalhit",
                            "facebookcatalog",
                            "mediapartners-google",
                            "google-inspectiontool",
                            "bingpreview",
                            "skypeuripreview",
                            "embedly",
                            "whatsapp/",
                            "feedfetcher"));

    private static final String BOT = "bot";

    /// Maker of phones.
    private static final String CUBOT = "cubot";

    private static final Pattern CHOICE = Pattern.compile("[^\\\\\\[\\](){}*+?^$.]+");

    private static final Pattern PLAIN =
            Pattern.compile("(?:\\\\[^A-Za-z]|[^\\\\\\[\\](){}|*+?^$.])+");
    private static final Pattern NOT_PLAIN =
            Pattern.compile(
                    "(?:\\[[^\\]]*]|\\([^)]*\\)|\\\\[A-Za-z]|[.^$])[*+?]?|\\\\(?=[^A-Za-z])");

    private final WordFinder words;
    private final List<Form> forms;

    private DeclaredBots(List<String> patterns) {
        List<String> plain = new ArrayList<>();
        List<Form> others = new ArrayList<>();
        for (String pattern : alternatives(patterns)) {
            if (PLAIN.matcher(pattern).matches()) {
                plain.add(pattern.replace("\\", ""));
            } else {
                others.add(new Form(longestWord(pattern), Pattern.compile(pattern)));
            }
        }
        words = new WordFinder(plain);
        forms = List.copyOf(others);
    }

    /// The list that this build brings.
    public static DeclaredBots load() {
        try (InputStream list = DeclaredBots.class.getResourceAsStream(LIST)) {
            String text = new String(Objects.requireNonNull(list, "no list").readAllBytes(), UTF_8);
            return new DeclaredBots(
                    text.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Whether the User-Agent is a robot's by its own word.
    public boolean declares(String userAgent) {
        String agent =
                userAgent.length() <= LONGEST_AGENT
                        ? userAgent
                        : userAgent.substring(0, LONGEST_AGENT);
        String lowerCase = agent.toLowerCase(Locale.ROOT);
        return words.isIn(agent)
                || USUAL_WORDS.isIn(lowerCase)
                || isNamedBot(lowerCase)
                || isOfAForm(agent);
    }

    /// "bot" as the end of a product's name, but not of the phones called Cubot.
    private static boolean isNamedBot(String lowerCase) {
        for (int at = lowerCase.indexOf(BOT); at >= 0; at = lowerCase.indexOf(BOT, at + 1)) {
            int end = at + BOT.length();
            boolean isEnd = end == lowerCase.length() || !isLetter(lowerCase.charAt(end));
            if (isEnd && !lowerCase.startsWith(CUBOT, end - CUBOT.length())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isLetter(char character) {
        return character >= 'a' && character <= 'z';
    }

    private boolean isOfAForm(String agent) {
        for (Form form : forms) {
            if (agent.contains(form.word()) && form.pattern().matcher(agent).find()) {
                return true;
            }
        }
        return false;
    }

    /// The patterns, with a plain choice between words taken apart.
    private static List<String> alternatives(List<String> patterns) {
        return patterns.stream()
                .flatMap(pattern ->
                        CHOICE.matcher(pattern).matches()
                                ? Stream.of(pattern.split("\\|", -1))
                                : Stream.of(pattern))
                .toList();
    }

    /// A word that whatever matches must have; empty where there is a choice.
    static String longestWord(String regex) {
        String bare = NOT_PLAIN.matcher(regex).replaceAll("\n");
        if (bare.indexOf('|') >= 0) {
            return "";
        }
        String longest = "";
        for (String word : bare.split("\n", -1)) {
            longest = word.length() > longest.length() ? word : longest;
        }
        return longest;
    }

    /// A pattern that is more than a word, and a word that it needs.
    private record Form(String word, Pattern pattern) {}
}
