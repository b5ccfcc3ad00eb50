package io.interlude.training.quality;

import io.interlude.domain.context.Conversation;
import io.interlude.domain.context.Conversation.Speaker;
import io.interlude.domain.context.Conversation.Turn;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Counts words that often stand in sensitive moments: the baseline for appropriateness.
final class WordList implements ToDoubleFunction<Conversation> {
    private static final Pattern WORDS =
            Pattern.compile(
                    "suicid|kill myself|hurt(?:ing|s)? myself|cut(?:ting)? myself|self.?harm"
                            + "|want to die|overdos|depress|panic attack|worthless|hopeless|crying"
                            + "|trauma|passed away|\\bdied\\b|\\bdeath\\b|funeral|\\blost my\\b"
                            + "|grie[fv]|abus|violen|\\brape|assault|threaten|cancer|tumou?r|stroke"
                            + "|heart attack|seizure|chest pain|unconscious|\\bicu\\b|bleeding"
                            + "|can.?t breathe|earthquake|tornado|flood|wildfire|evacuat|shelter"
                            + "|unacceptable|ridiculous|terrible|horrible|awful|furious|angry"
                            + "|manager|lawyer|a joke|stupid|not happy|disappointed|what the hell"
                            + "|nightmare|frustrat",
                    Pattern.CASE_INSENSITIVE);

    /// Different words found, then how much of the text they are, to break ties.
    @Override
    public double applyAsDouble(Conversation context) {
        String text =
                context.turns().stream()
                        .filter(turn -> turn.speaker() == Speaker.USER)
                        .map(Turn::text)
                        .collect(Collectors.joining(" "));
        Set<String> different = new HashSet<>();
        int found = 0;
        Matcher word = WORDS.matcher(text);
        while (word.find()) {
            different.add(word.group().toLowerCase(Locale.ROOT));
            found++;
        }
        return different.size() + (double) found / text.strip().split("\\s+").length;
    }
}
