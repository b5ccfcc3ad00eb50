package io.interlude.client;

import io.interlude.client.api.Disqualification;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The result of a fetch: ads, or the reason why there are none.
///
/// @param ads best first; more than one only when [FetchRequest#count] asked for them
/// @param reason null with an ad; else the server's, such as `no_demand` (with [FetchRequest#debug]
///   or a test) or `invalid_api_key`, or one of the client's: `no_fill` (a plain 204), `timeout`,
///   `unavailable`, `invalid_request`, `invalid_answer`, `interrupted`
/// @param disqualifications of a test or debug fetch alone
/// @param status HTTP status of a refusal; null otherwise
/// @param <P> what the ads are made of
public record FetchResult<P>(
        List<Ad<P>> ads,
        @Nullable String reason,
        @Nullable String message,
        List<Disqualification> disqualifications,
        @Nullable Integer status) {
    public FetchResult {
        ads = List.copyOf(ads);
        disqualifications = List.copyOf(disqualifications);
    }

    static <P> FetchResult<P> none(String reason) {
        return new FetchResult<>(List.of(), reason, null, List.of(), null);
    }

    /// The ad, the first of several.
    public Optional<Ad<P>> ad() {
        return ads.stream().findFirst();
    }
}
