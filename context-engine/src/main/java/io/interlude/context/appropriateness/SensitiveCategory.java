package io.interlude.context.appropriateness;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What makes a moment sensitive.
public enum SensitiveCategory {
    /// Violence, abuse or threats, to the user or to somebody close.
    ABUSE_VIOLENCE,
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
    SELF_HARM;

    /// The name in snake case, as the journal keeps it.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The category of this label; empty for another word, such as that of ordinary talk.
    public static Optional<SensitiveCategory> ofLabel(String label) {
        return Arrays.stream(values()).filter(c -> c.label().equals(label)).findFirst();
    }
}
