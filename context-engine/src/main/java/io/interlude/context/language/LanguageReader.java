package io.interlude.context.language;

import io.interlude.context.language.LanguageDetector.Guess;
import io.interlude.context.language.TurnLanguage.State;
import io.interlude.context.token.Vocabulary;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.context.TextReading;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Tells whether a turn is English, neutral, or something that an English reader cannot read.
///
/// Words decide, not the turn as a whole: a sentence of another language inside an English turn
/// makes it unread, since what could not be read may be what matters. Names do not. In doubt a turn
/// is unread. A statistical detector only names the language of what is unread, for on three words
/// it is wrong too often to decide. Keeps no text; safe for use by many threads.
public final class LanguageReader {
    /// Unknown words in a row that no English sentence has.
    private static final int MOST_UNKNOWN_IN_A_ROW = 2;

    private static final int ENOUGH_ENGLISH = 3;
    private static final int LONGEST_COURTESY = 5;
    private static final int LONGEST_HAN_NAME = 4;
    private static final double MOST_STRANGE = 0.4;
    private static final double CLEAR = 0.02;

    /// How much likelier a script's most spoken language is than the detector thinks.
    private static final double PRIOR = 1.5;

    /// Small words inside foreign names: "Rue de la Paix".
    private static final Set<String> PARTICLES =
            Set.of(
                    ("de la le les el los las du des di da do dos das del della van von der den ter y "
                                    + "e et al ben ibn bin abu sao san santa saint st zu zum am an")
                            .split(" ", -1));

    /// Characters that make Chinese writing a sentence: a name has none of them.
    private static final String HAN_OF_SENTENCES = "我你他她不想要了是的很在有没去死自杀殺癌病痛哭救命活累好都也就";

    /// Letters of Ukrainian that Russian does not have.
    private static final String UKRAINIAN = "іїєґІЇЄҐ";

    /// Languages of a script, the one of most speakers first.
    private static final Map<UnicodeScript, List<String>> SCRIPT_TO_TAGS =
            Map.ofEntries(
                    tags(UnicodeScript.HAN, "zh"),
                    tags(UnicodeScript.HANGUL, "ko"),
                    tags(UnicodeScript.THAI, "th"),
                    tags(UnicodeScript.HEBREW, "he yi"),
                    tags(UnicodeScript.GREEK, "el"),
                    tags(UnicodeScript.CYRILLIC, "ru uk bg sr mk be kk ky mn tg tt"),
                    tags(UnicodeScript.ARABIC, "ar fa ur ps sd ug ckb"),
                    tags(UnicodeScript.DEVANAGARI, "hi mr ne"),
                    tags(UnicodeScript.TAMIL, "ta"),
                    tags(UnicodeScript.TELUGU, "te"),
                    tags(UnicodeScript.KANNADA, "kn"),
                    tags(UnicodeScript.MALAYALAM, "ml"),
                    tags(UnicodeScript.GUJARATI, "gu"),
                    tags(UnicodeScript.GURMUKHI, "pa"),
                    tags(UnicodeScript.BENGALI, "bn as"),
                    tags(UnicodeScript.SINHALA, "si"),
                    tags(UnicodeScript.GEORGIAN, "ka"),
                    tags(UnicodeScript.ARMENIAN, "hy"),
                    tags(UnicodeScript.KHMER, "km"),
                    tags(UnicodeScript.LAO, "lo"),
                    tags(UnicodeScript.MYANMAR, "my"),
                    tags(UnicodeScript.ETHIOPIC, "am ti"),
                    tags(UnicodeScript.TIBETAN, "bo"));

    private static Map.Entry<UnicodeScript, List<String>> tags(UnicodeScript script, String tags) {
        return Map.entry(script, List.of(tags.split(" ", -1)));
    }

    /// Languages of a script, the one of most speakers first; none of one that is not known.
    static List<String> tagsOf(UnicodeScript script) {
        return SCRIPT_TO_TAGS.getOrDefault(script, List.of());
    }

    private final Lexicon lexicon;
    private final LanguageDetector detector = new LanguageDetector();

    public LanguageReader(Vocabulary vocabulary) {
        this.lexicon = Lexicon.load(vocabulary);
    }

    /// A reader with the vocabulary that ships with this module.
    public static LanguageReader load() {
        return new LanguageReader(Vocabulary.load());
    }

    /// Loads the detector, so that no reading waits for that. Takes about a second.
    public void prepare() {
        detector.model();
    }

    /// How much of the conversation can be read. The user's latest turn that has language decides;
    /// the assistant's turns are the text where the user's say nothing in any language.
    ///
    /// @param languages of the reader
    public TextReading read(Conversation conversation, ReadLanguages languages) {
        ForeignTurns turns = new ForeignTurns(lexicon, languages);
        TurnLanguage latestOfUser = null;
        TurnLanguage latestOfOthers = null;
        boolean anyUnread = false;
        for (Conversation.Turn turn : conversation.turns()) {
            TurnLanguage language = turns.see(turn.text(), read(turn.text()));
            if (language.state() != State.NEUTRAL) {
                anyUnread |= language.state() == State.UNREAD;
                if (turn.speaker() == Conversation.Speaker.USER) {
                    latestOfUser = language;
                } else {
                    latestOfOthers = language;
                }
            }
        }
        TurnLanguage deciding = latestOfUser == null ? latestOfOthers : latestOfUser;
        if (deciding == null) {
            return new TextReading(TextReading.Extent.FULL, TextReading.UNDETERMINED);
        }
        TextReading.Extent readable =
                anyUnread ? TextReading.Extent.PARTIAL : TextReading.Extent.FULL;
        return new TextReading(
                deciding.state() == State.UNREAD ? TextReading.Extent.NONE : readable,
                deciding.tag());
    }

    /// What one turn is in.
    public TurnLanguage read(String turn) {
        TurnWords words = TurnWords.of(turn, lexicon);
        Signs signs = new Signs(words);
        State state = signs.state();
        return switch (state) {
            case READ -> TurnLanguage.ENGLISH;
            case NEUTRAL -> TurnLanguage.NEUTRAL;
            case UNREAD -> new TurnLanguage(state, tag(turn, words));
        };
    }

    /// The language of what an English reader cannot read.
    private String tag(String turn, TurnWords words) {
        Map<UnicodeScript, Integer> scripts = new HashMap<>();
        turn.codePoints()
                .filter(TurnWords::isOtherScript)
                .forEach(letter -> scripts.merge(UnicodeScript.of(letter), 1, Integer::sum));
        if (!scripts.isEmpty()) {
            return tagOfScript(turn, scripts);
        }
        Map<String, Integer> tagToWords = new HashMap<>();
        List<String> strange = new ArrayList<>();
        for (int i = 0; i < words.kinds().size(); i++) {
            switch (words.kinds().get(i)) {
                case FREQUENT, ENGLISH, NEUTRAL -> {}
                default -> {
                    strange.add(words.texts().get(i));
                    lexicon.foreignTags(TurnWords.fold(words.texts().get(i)))
                            .forEach(tag -> tagToWords.merge(tag, 1, Integer::sum));
                }
            }
        }
        return likeliest(detector.guesses(String.join(" ", strange)), tagToWords);
    }

    private String tagOfScript(String turn, Map<UnicodeScript, Integer> scripts) {
        if (scripts.containsKey(UnicodeScript.HIRAGANA)
                || scripts.containsKey(UnicodeScript.KATAKANA)) {
            return "ja";
        }
        UnicodeScript most =
                scripts.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .orElseThrow()
                        .getKey();
        List<String> tags = tagsOf(most);
        if (tags.size() < 2) {
            return tags.isEmpty() ? TurnLanguage.UNDETERMINED : tags.getFirst();
        }
        String best = tags.getFirst();
        double bestScore = 0;
        boolean ukrainian = turn.codePoints().anyMatch(c -> UKRAINIAN.indexOf(c) >= 0);
        for (Guess guess : detector.guesses(turn)) {
            if (ukrainian && guess.tag().equals("ru")) {
                continue;
            }
            double score = guess.confidence() * (guess.tag().equals(tags.getFirst()) ? PRIOR : 1);
            if (score > bestScore && tags.contains(guess.tag())) {
                bestScore = score;
                best = guess.tag();
            }
        }
        return best;
    }

    /// The language for which both the detector and the words speak; else the one of most words;
    /// else the detector's first.
    private static String likeliest(List<Guess> guesses, Map<String, Integer> tagToWords) {
        int most = tagToWords.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        String best = null;
        double bestScore = 0;
        for (Guess guess : guesses) {
            double score = guess.confidence() * (1 + 2.0 * tagToWords.getOrDefault(guess.tag(), 0));
            if (score > bestScore && !guess.tag().equals("en")) {
                bestScore = score;
                best = guess.tag();
            }
        }
        // The two are one on short texts, and Indonesian has ten times the speakers.
        boolean malay =
                "ms".equals(best)
                        && tagToWords.getOrDefault("id", 0) >= tagToWords.getOrDefault("ms", 0);
        best = malay ? "id" : best;
        boolean supported = best != null && tagToWords.getOrDefault(best, 0) * 2 >= most;
        if (best != null && (supported || most < 2) && bestScore >= CLEAR) {
            return best;
        }
        return tagToWords.entrySet().stream()
                .max(
                        Map.Entry.<String, Integer>comparingByValue()
                                .thenComparing(Map.Entry.comparingByKey()))
                .filter(entry -> entry.getValue() >= 2)
                .map(Map.Entry::getKey)
                .orElse(TurnLanguage.UNDETERMINED);
    }

    /// The words of one turn, counted.
    private static final class Signs {
        private final TurnWords words;
        private final Map<Word, Integer> kindToCount = new EnumMap<>(Word.class);
        private int foreign;
        private int longestStrangeRun;
        private int longestForeignRun;

        Signs(TurnWords words) {
            this.words = words;
            words.kinds().forEach(kind -> kindToCount.merge(kind, 1, Integer::sum));
            countRuns();
        }

        private int count(Word kind) {
            return kindToCount.getOrDefault(kind, 0);
        }

        /// A run is words without an English one between them. Capitals neither lengthen nor end
        /// it.
        private void countRuns() {
            int strange = 0;
            int ambiguous = 0;
            int foreignHere = 0;
            for (int i = 0; i < words.kinds().size(); i++) {
                switch (words.kinds().get(i)) {
                    case FREQUENT, ENGLISH -> {
                        strange = 0;
                        ambiguous = 0;
                        foreignHere = 0;
                    }
                    case SHARED, AMBIGUOUS -> ambiguous++;
                    case UNKNOWN, SCRIPT -> strange++;
                    case FOREIGN -> {
                        if (!isParticleOfName(i)) {
                            strange++;
                            foreignHere++;
                            foreign++;
                        }
                    }
                    case FAMILIAR, NAME, CAPITALISED, COURTESY, NEUTRAL -> {}
                }
                longestStrangeRun = Math.max(longestStrangeRun, strange);
                if (foreignHere > 0) {
                    longestForeignRun = Math.max(longestForeignRun, strange + ambiguous);
                }
            }
        }

        private boolean isParticleOfName(int index) {
            return PARTICLES.contains(TurnWords.fold(words.texts().get(index)))
                    && (isNameFrom(index, 1) || isNameFrom(index, -1));
        }

        private boolean isNameFrom(int index, int step) {
            for (int i = index + step; i >= 0 && i < words.kinds().size(); i += step) {
                Word kind = words.kinds().get(i);
                if (kind == Word.NAME || kind == Word.CAPITALISED) {
                    return true;
                }
                if (!PARTICLES.contains(TurnWords.fold(words.texts().get(i)))) {
                    return false;
                }
            }
            return false;
        }

        State state() {
            int english = count(Word.FREQUENT) + count(Word.ENGLISH);
            if (unreadScript()) {
                return State.UNREAD;
            }
            if (allCourtesy()) {
                return State.NEUTRAL;
            }
            int strange = count(Word.UNKNOWN) + foreign;
            if (english == 0) {
                strange += count(Word.FAMILIAR);
            }
            int either = count(Word.SHARED) + count(Word.AMBIGUOUS);
            if (english == 0 && strange == 0 && either == 0) {
                return neutral();
            }
            if (english == 0) {
                boolean shared = strange == 0 && count(Word.AMBIGUOUS) <= count(Word.SHARED);
                return shared ? State.READ : State.UNREAD;
            }
            int known = english + count(Word.SHARED);
            boolean foreignSentence = longestForeignRun >= 2 && foreign > 0;
            boolean unknownSentence = longestStrangeRun > MOST_UNKNOWN_IN_A_ROW;
            boolean mostlyStrange = strange > 1 && strange > MOST_STRANGE * (known + strange);
            boolean hardlyEnglish =
                    count(Word.FREQUENT) == 0
                            && (strange > 0 ? strange >= english : count(Word.AMBIGUOUS) > english);
            boolean foreignTurn =
                    foreign > 0
                            && count(Word.FREQUENT) < 2
                            && foreign + count(Word.AMBIGUOUS) > english;
            return foreignSentence
                            || unknownSentence
                            || mostlyStrange
                            || hardlyEnglish
                            || foreignTurn
                    ? State.UNREAD
                    : State.READ;
        }

        /// Other letters are unread, but for names in an English turn.
        private boolean unreadScript() {
            if (count(Word.SCRIPT) == 0) {
                return false;
            }
            if (count(Word.FREQUENT) < ENOUGH_ENGLISH) {
                return true;
            }
            for (int i = 0; i < words.kinds().size(); i++) {
                if (words.kinds().get(i) == Word.SCRIPT && !isForeignName(words.texts().get(i))) {
                    return true;
                }
            }
            return false;
        }

        private static boolean isForeignName(String word) {
            boolean capital =
                    Character.isUpperCase(word.codePointAt(0))
                            && !Character.isUpperCase(word.codePointBefore(word.length()));
            boolean han =
                    word.codePointCount(0, word.length()) <= LONGEST_HAN_NAME
                            && word.codePoints()
                                    .allMatch(letter ->
                                            UnicodeScript.of(letter) == UnicodeScript.HAN
                                                    && HAN_OF_SENTENCES.indexOf(letter) < 0);
            return capital || han;
        }

        /// Nothing but names, courtesies and codes. Capitals alone make no name: "Quiero Morir".
        private State neutral() {
            if (count(Word.COURTESY) > LONGEST_COURTESY) {
                return State.UNREAD;
            }
            return count(Word.CAPITALISED) > 0 && count(Word.NAME) == 0
                    ? State.UNREAD
                    : State.NEUTRAL;
        }

        /// "ok gracias", "no si", "ja danke".
        private boolean allCourtesy() {
            return words.kinds().size() <= LONGEST_COURTESY && words.courtesiesOnly();
        }
    }
}
