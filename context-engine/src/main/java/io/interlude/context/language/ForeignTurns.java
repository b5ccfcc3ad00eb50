package io.interlude.context.language;

import io.interlude.context.language.TurnLanguage.State;
import java.lang.Character.UnicodeScript;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Sees a turn, of which it is known what an English reader makes of it, as a reader of other
/// languages does. A sentence of a language that is not read makes it unread here too. Immutable.
final class ForeignTurns {
    /// Frequent English words that a turn of another language has by chance, at most.
    private static final int MOST_ENGLISH = 1;

    private final Lexicon lexicon;
    private final ReadLanguages languages;

    ForeignTurns(Lexicon lexicon, ReadLanguages languages) {
        this.lexicon = lexicon;
        this.languages = languages;
    }

    /// @param english what an English reader makes of the turn
    TurnLanguage see(String turn, TurnLanguage english) {
        return switch (english.state()) {
            case NEUTRAL -> english;
            case READ ->
                    languages.contains(english.tag())
                            ? english
                            : new TurnLanguage(State.UNREAD, english.tag());
            case UNREAD ->
                    languages.contains(english.tag()) && readsAllOf(turn)
                            ? new TurnLanguage(State.READ, english.tag())
                            : english;
        };
    }

    private boolean readsAllOf(String turn) {
        Set<UnicodeScript> scripts =
                turn.codePoints()
                        .filter(TurnWords::isOtherScript)
                        .mapToObj(UnicodeScript::of)
                        .collect(
                                Collectors.toCollection(() -> EnumSet.noneOf(UnicodeScript.class)));
        return languages.isEvery()
                || scripts.isEmpty()
                || (scripts.stream().allMatch(this::reads) && readsLatinOf(turn));
    }

    private boolean reads(UnicodeScript script) {
        return switch (script) {
            case HIRAGANA, KATAKANA -> languages.contains("ja");
            case HAN -> languages.contains("zh") || languages.contains("ja");
            default -> LanguageReader.tagsOf(script).stream().anyMatch(languages::contains);
        };
    }

    /// Whether the words in Latin letters among the others are names, or of a language that is
    /// read.
    private boolean readsLatinOf(String turn) {
        String latin =
                turn.codePoints()
                        .map(letter -> TurnWords.isOtherScript(letter) ? ' ' : letter)
                        .collect(
                                StringBuilder::new,
                                StringBuilder::appendCodePoint,
                                StringBuilder::append)
                        .toString();
        TurnWords words = TurnWords.of(latin, lexicon);
        for (int i = 0; i < words.kinds().size(); i++) {
            List<String> tags = lexicon.foreignTags(TurnWords.fold(words.texts().get(i)));
            if (words.kinds().get(i) == Word.FOREIGN
                    && tags.stream().noneMatch(languages::contains)) {
                return false;
            }
        }
        return languages.contains(TurnLanguage.ENGLISH.tag())
                || Collections.frequency(words.kinds(), Word.FREQUENT) <= MOST_ENGLISH;
    }
}
