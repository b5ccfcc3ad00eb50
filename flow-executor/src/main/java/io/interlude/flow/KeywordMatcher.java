package io.interlude.flow;

import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Matches keywords against the examples of intents, for channels without a language model.
///
/// Text and example are taken as their [Words]. An example fits when its words stand in the text
/// next to one another and in order, or when the text's words stand so in the example and are at
/// least half of them. Of several intents the one that shares most words by one of its examples is
/// meant, and the first of those.
public final class KeywordMatcher implements IntentMatcher {
    @Override
    public Optional<String> match(String text, List<Intent> intents) {
        List<String> said = Words.of(text);
        Optional<String> best = Optional.empty();
        int most = 0;
        for (Intent intent : intents) {
            int shared = sharedWords(said, intent);
            if (shared > most) {
                most = shared;
                best = Optional.of(intent.name());
            }
        }
        return best;
    }

    private static int sharedWords(List<String> said, Intent intent) {
        return intent.examples().stream()
                .mapToInt(example -> sharedWords(said, Words.of(example)))
                .max()
                .orElse(0);
    }

    private static int sharedWords(List<String> said, List<String> example) {
        if (stands(example, said)) {
            return example.size();
        }
        boolean enough = 2 * said.size() >= example.size();
        return enough && stands(said, example) ? said.size() : 0;
    }

    private static boolean stands(List<String> run, List<String> all) {
        return Collections.indexOfSubList(all, run) >= 0;
    }
}
