package io.interlude.client.api;

import org.jspecify.annotations.Nullable;

/// The person's consent. Every part that is there must give it: without consent the server drops
/// subscriber and conversation.
///
/// @param subscriber the application's own word
/// @param tcf an IAB TC string, version 2
/// @param gpp an IAB GPP string
public record Consent(@Nullable Boolean subscriber, @Nullable String tcf, @Nullable String gpp) {
    /// The application's own word alone.
    public static Consent of(boolean subscriber) {
        return new Consent(subscriber, null, null);
    }
}
