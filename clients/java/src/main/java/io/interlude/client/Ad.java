package io.interlude.client;

import io.interlude.client.api.Decision;
import io.interlude.client.api.Disqualification;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A served ad. Show its disclosure always, its words verbatim and its links as they are.
///
/// @param messageId names the fetch: events are reported under it
/// @param format `native`, `sms` or `botplatform`
/// @param decision null unless something was asked for by [FetchRequest#include]
/// @param disqualifications of a test fetch alone
/// @param <P> what it is made of
public record Ad<P>(
        String messageId,
        String format,
        P payload,
        Map<String, String> properties,
        @Nullable Decision decision,
        List<Disqualification> disqualifications) {
    public Ad {
        properties = Map.copyOf(properties);
        disqualifications = List.copyOf(disqualifications);
    }
}
