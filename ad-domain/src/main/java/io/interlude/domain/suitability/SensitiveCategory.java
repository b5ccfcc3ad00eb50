package io.interlude.domain.suitability;

import java.util.Locale;
import java.util.Optional;

/// A category of sensitive moments.
public enum SensitiveCategory {
    /// Violence, abuse or threats, to the user or to somebody close.
    ABUSE,
    /// A natural or man-made disaster that the user is in.
    DISASTER,
    /// A death, of a person or an animal, or a loss like it.
    GRIEF,
    /// A medical emergency or a grave diagnosis.
    HEALTH_CRISIS,
    /// An angry or desperate complaint.
    HEATED_SUPPORT,
    /// Despair, panic, addiction, trauma.
    MENTAL_DISTRESS,
    /// Suicide or self-injury, thought of or done.
    SELF_HARM,
    /// Sexual content.
    ADULT,
    /// Weapons, drugs or harm that are asked for.
    DANGEROUS,
    /// A child is speaking.
    MINOR,
    /// Elections, parties, campaigns.
    POLITICS;

    /// The label of [#ABUSE] in records of before labels could be configured.
    private static final String FORMER_ABUSE = "abuse_violence";

    private final String label = name().toLowerCase(Locale.ROOT);

    /// The name in snake case, as settings, answers and the journal have it.
    public String label() {
        return label;
    }

    /// The category of this label; empty for another word, such as that of ordinary talk.
    public static Optional<SensitiveCategory> ofLabel(String label) {
        for (SensitiveCategory category : values()) {
            if (category.label.equals(label)) {
                return Optional.of(category);
            }
        }
        return label.equals(FORMER_ABUSE) ? Optional.of(ABUSE) : Optional.empty();
    }
}
