package io.interlude.ingest.feedback;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.domain.digest.Sha256;
import io.interlude.domain.explain.AdReasons;
import io.interlude.domain.matching.FeedbackKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;

/// The page that tells a reader why an ad is there. It has no script, loads nothing, and its one
/// form sends a word of four.
final class WhyPage {
    private static final String STYLE = file("why.css");
    private static final String PAGE = file("why.html").replace("{style}", STYLE);

    /// The page may have its own style and send its own form, and nothing else.
    static final String POLICY =
            "default-src 'none'; style-src 'sha256-"
                    + Base64.getEncoder().encodeToString(Sha256.of(STYLE))
                    + "'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private WhyPage() {}

    /// @param said what the reader has just said; null before
    static String of(WhyAdvertiser advertiser, AdReasons reasons, @Nullable FeedbackKind said) {
        return PAGE.replace(
                        "{said}", said == null ? "" : "<p role=\"status\">" + words(said) + "</p>")
                .replace("{chosen}", words(reasons.chosenBy()))
                .replace(
                        "{used}",
                        reasons.used().stream()
                                .sorted()
                                .map(used -> "<li>" + words(used) + "</li>")
                                .collect(Collectors.joining()))
                .replace("{advertiser}", whose(advertiser));
    }

    private static String whose(WhyAdvertiser advertiser) {
        if (advertiser.name().isEmpty()) {
            return "The advertiser no longer books here.";
        }
        return "This ad is from <strong>"
                + HtmlUtils.htmlEscape(advertiser.name())
                + "</strong>. It is paid for by <strong>"
                + HtmlUtils.htmlEscape(advertiser.paidBy())
                + "</strong>.";
    }

    private static String words(AdReasons.ChosenBy chosenBy) {
        return switch (chosenBy) {
            case CONVERSATION -> "It fits the subject of the conversation.";
            case AD_UNIT -> "It is booked for this place in the conversation.";
            case CHANCE -> "Several ads are booked for this place, and a draw picked this one.";
        };
    }

    private static String words(AdReasons.Used used) {
        return switch (used) {
            case AD_UNIT -> "The place in the application where the ad appears.";
            case CONVERSATION -> "The text of the conversation at that moment.";
            case ATTRIBUTES -> "Details that the application gave, such as a country.";
            case SUBSCRIBER -> "How often you were shown ads before, and what you have hidden.";
        };
    }

    private static String words(FeedbackKind said) {
        return switch (said) {
            case HIDE ->
                    "Thank you. Where the application knows you, this advertiser stays hidden.";
            case NOT_RELEVANT -> "Thank you. You said that the ad is not relevant.";
            case OFFENSIVE -> "Thank you. You said that the ad is offensive.";
            case REPETITIVE -> "Thank you. You said that the ad is shown too often.";
        };
    }

    private static String file(String name) {
        try (InputStream file = WhyPage.class.getResourceAsStream("/why/" + name)) {
            if (file == null) {
                throw new IllegalStateException("not on the class path: " + name);
            }
            return new String(file.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
