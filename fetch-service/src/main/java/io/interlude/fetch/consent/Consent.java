package io.interlude.fetch.consent;

/// The consent to know the subscriber and the conversation of a fetch.
///
/// @param asked whether the request says anything about it
/// @param given whether everything that it says allows it
public record Consent(boolean asked, boolean given) {
    /// The request says nothing: the publisher sends only subscribers that it may.
    public static final Consent NOT_ASKED = new Consent(false, false);

    /// Whether both must be left out.
    public boolean withheld() {
        return asked && !given;
    }

    /// Both must allow it.
    Consent and(Consent other) {
        if (!asked) {
            return other;
        }
        return other.asked ? new Consent(true, given && other.given) : this;
    }

    static Consent of(boolean given) {
        return new Consent(true, given);
    }
}
