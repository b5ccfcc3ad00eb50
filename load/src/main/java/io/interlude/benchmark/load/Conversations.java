package io.interlude.benchmark.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/// Made-up small talk between a user and an assistant, as the JSON of a fetch's `context`. Many
/// variants, whose latest turn is never the same, so that caches of the server help it as little as
/// they do in life.
final class Conversations {
    /// Where the latest turn says something that no fetch before did.
    static final String NEW = "#";

    private static final int VARIANTS = 512;
    private static final int TURNS = 8;
    private static final long SEED = 7;

    private static final String[] OPENINGS = {
        "I was wondering whether", "Do you happen to know if", "My sister told me that",
        "It would be great if", "Last summer we noticed that", "Could you check whether",
        "I read somewhere that", "We are not sure if", "Next month I hope that",
        "Everybody at work says that", "Please tell me whether",
                "For our anniversary it matters that"
    };
    private static final String[] SUBJECTS = {
        "a small hotel near the old harbour",
        "the train to the mountains",
        "a pair of running shoes",
        "the sourdough recipe from yesterday",
        "a quiet laptop for photo editing",
        "our insurance for the camper van",
        "the yoga class on Thursday",
        "a used electric car",
        "the garden shed with two windows",
        "a language course for beginners",
        "the ticket for the open air concert",
        "a warm jacket for the ski trip",
        "the new kitchen with an induction hob",
        "a puppy that chews everything"
    };
    private static final String[] PREDICATES = {
        "costs less on weekdays",
        "is still available in September",
        "would suit a family of four",
        "needs a deposit in advance",
        "can be changed at short notice",
        "comes with free delivery",
        "is worth the extra money",
        "takes longer than an hour",
        "has good reviews this year",
        "could be booked for Saturday",
        "works well for somebody on a budget",
        "should be compared with the other one"
    };

    private Conversations() {}

    /// Variants of a conversation whose texts hold so many bytes together.
    static List<String> ofBytes(int bytes) {
        // Benchmarks need the same texts on every JDK.
        RandomGenerator draw = new Random(SEED);
        List<String> variants = new ArrayList<>();
        for (int i = 0; i < VARIANTS; i++) {
            variants.add(conversation(bytes, draw));
        }
        return Collections.unmodifiableList(variants);
    }

    private static String conversation(int bytes, RandomGenerator draw) {
        StringBuilder json = new StringBuilder("[");
        int turns = Math.clamp(bytes / 64, 1, TURNS);
        for (int turn = 0; turn < turns; turn++) {
            int length = bytes * (turn + 1) / turns - bytes * turn / turns;
            json.append(turn == 0 ? "" : ",")
                    .append("{\"role\":\"")
                    .append((turns - turn) % 2 == 1 ? "user" : "assistant")
                    .append("\",\"text\":\"")
                    .append(text(length, draw))
                    .append(turn == turns - 1 ? NEW : "")
                    .append("\"}");
        }
        return json.append(']').toString();
    }

    private static String text(int length, RandomGenerator draw) {
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append(one(OPENINGS, draw))
                    .append(' ')
                    .append(one(SUBJECTS, draw))
                    .append(' ')
                    .append(one(PREDICATES, draw))
                    .append(". ");
        }
        return text.substring(0, length);
    }

    private static String one(String[] of, RandomGenerator draw) {
        return of[draw.nextInt(of.length)];
    }
}
