package io.interlude.context.language;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import opennlp.tools.langdetect.Language;
import opennlp.tools.langdetect.LanguageDetectorME;
import opennlp.tools.langdetect.LanguageDetectorModel;
import org.jspecify.annotations.Nullable;

/// Apache OpenNLP's detector of 103 languages, asked only about texts that cheap checks have found
/// not to be English: it takes some 100 microseconds and 35 MB. Its model comes from the class path
/// and is loaded at the first use, in about a second. Safe for use by many threads.
final class LanguageDetector {
    private static final String RESOURCE = "/langdetect-183.bin";

    /// More of a text tells nothing new.
    private static final int MOST_CHARACTERS = 400;

    /// Tags that the model's ISO 639-3 codes stand for, where Java does not know them.
    private static final Map<String, String> MORE_TAGS =
            Map.of("cmn", "zh", "pes", "fa", "ekk", "et", "lvs", "lv", "plt", "mg", "fil", "tl");

    private final Map<String, String> codeToTag = new HashMap<>(MORE_TAGS);
    private @Nullable LanguageDetectorModel model;

    LanguageDetector() {
        for (String tag : Locale.getISOLanguages()) {
            codeToTag.put(Locale.of(tag).getISO3Language(), tag);
        }
    }

    synchronized LanguageDetectorModel model() {
        if (model == null) {
            try (InputStream file = LanguageDetector.class.getResourceAsStream(RESOURCE)) {
                if (file == null) {
                    throw new IllegalStateException("not on the class path: " + RESOURCE);
                }
                model = new LanguageDetectorModel(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return model;
    }

    /// BCP 47 primary tags of the likeliest languages, best first.
    List<Guess> guesses(String text) {
        String beginning = text.substring(0, Math.min(text.length(), MOST_CHARACTERS));
        Language[] languages = new LanguageDetectorME(model()).predictLanguages(beginning);
        return List.of(languages).stream()
                .limit(5)
                .map(language ->
                        new Guess(
                                codeToTag.getOrDefault(language.getLang(), language.getLang()),
                                language.getConfidence()))
                .toList();
    }

    /// A language that a text may be in.
    ///
    /// @param confidence 0 to 1
    record Guess(String tag, double confidence) {}
}
