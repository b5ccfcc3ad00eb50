package io.interlude.training.quality;

import io.interlude.domain.context.Conversation;
import io.interlude.domain.context.Conversation.Turn;
import io.interlude.training.quality.LabelledData.Ad;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Okapi BM25 over title, description and topics of each ad, with k1 = 1.5 and b = 0.75: the
/// baseline that any reading of meaning has to beat.
///
/// Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009.
final class Bm25 implements RelevanceQuality.Scorer {
    private static final double K1 = 1.5;
    private static final double B = 0.75;
    private static final Pattern WORD = Pattern.compile("[a-z0-9]+");
    private static final Pattern ENDING = Pattern.compile("(?<=[a-z]{3})(ing|ed|es|s)$");
    private static final Set<String> COMMON =
            Set.of(
                    ("i me my we our you your he him his she her it its they them their this that "
                                    + "these those am is are was were be been being have has had do "
                                    + "does did a an the and but if or because as until while of at "
                                    + "by for with about to from in on off up down out over so than "
                                    + "too very can could will would should may might just not no "
                                    + "yes ok okay please thanks thank hi hello hey there here what "
                                    + "which who whom when where why how all any some more most other "
                                    + "such only own same then now also want need like find get know "
                                    + "tell help make let m s t d ll re ve im id dont")
                            .split(" "));

    private final List<Map<String, Integer>> counts;
    private final Map<String, Double> weights = new HashMap<>();
    private final double meanLength;

    Bm25(List<Ad> ads) {
        this.counts = ads.stream().map(Bm25::count).toList();
        this.meanLength = counts.stream().mapToInt(Bm25::length).average().orElse(1);
        Map<String, Integer> holding = new HashMap<>();
        counts.forEach(c -> c.keySet().forEach(word -> holding.merge(word, 1, Integer::sum)));
        holding.forEach(
                (word, n) -> weights.put(word, Math.log(1 + (ads.size() - n + 0.5) / (n + 0.5))));
    }

    private static Map<String, Integer> count(Ad ad) {
        String text = ad.title() + " " + ad.description() + " " + String.join(" ", ad.topics());
        return words(text).stream().collect(Collectors.toMap(word -> word, _ -> 1, Integer::sum));
    }

    private static int length(Map<String, Integer> count) {
        return count.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        String plain = text.toLowerCase(Locale.ROOT).replace("'", "").replace("\u2019", "");
        Matcher word = WORD.matcher(plain);
        while (word.find()) {
            if (!COMMON.contains(word.group())) {
                words.add(ENDING.matcher(word.group()).replaceFirst(""));
            }
        }
        return words;
    }

    @Override
    public double[] scores(Conversation context) {
        String text = context.turns().stream().map(Turn::text).collect(Collectors.joining(" "));
        double[] scores = new double[counts.size()];
        List<String> query = words(text);
        Arrays.setAll(scores, ad -> score(query, counts.get(ad)));
        return scores;
    }

    private double score(List<String> query, Map<String, Integer> count) {
        double norm = K1 * (1 - B + B * length(count) / meanLength);
        double score = 0;
        for (String word : query) {
            int times = count.getOrDefault(word, 0);
            score += weights.getOrDefault(word, 0.0) * times * (K1 + 1) / (times + norm);
        }
        return score;
    }
}
