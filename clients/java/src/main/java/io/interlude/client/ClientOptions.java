package io.interlude.client;

import java.net.URI;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// The options of a client. Immutable: each method returns changed options.
///
/// @param url where the ad server is, such as `https://ads.example.com`
/// @param key a fetch key, `il_fetch_…`
/// @param timeout after which a fetch counts as no ad
/// @param flushInterval that events wait for others to go with them
/// @param maxQueuedEvents those beyond are lost, and told as `queue_full`
/// @param onProblem told of each problem, on any thread; should not block
public record ClientOptions(
        URI url,
        String key,
        Duration timeout,
        Duration flushInterval,
        int maxQueuedEvents,
        Consumer<Problem> onProblem) {
    private static final Pattern PRINTABLE = Pattern.compile("[\\x21-\\x7e]+");

    /// @throws IllegalArgumentException naming what makes no sense
    public ClientOptions {
        String scheme = url.getScheme();
        if (url.getHost() == null
                || !("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme))) {
            throw new IllegalArgumentException(
                    "url must be where the ad server is, such as https://ads.example.com");
        }
        headerValue("key", key);
        positive("timeout", timeout);
        if (flushInterval.isNegative()) {
            throw new IllegalArgumentException("flushInterval must not be negative");
        }
        if (maxQueuedEvents < 1) {
            throw new IllegalArgumentException("maxQueuedEvents must be at least 1");
        }
    }

    /// The usual ones: a time-out of one second, events that wait for one second, at most 10,000 of
    /// them, and the first problem of each reason as a warning of the logger `interlude`, the
    /// others for debugging.
    ///
    /// @throws IllegalArgumentException when the URL or the key is none
    public static ClientOptions of(String url, String key) {
        return new ClientOptions(
                URI.create(url),
                key,
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                10_000,
                new WarnOnce());
    }

    public ClientOptions timeout(Duration changed) {
        return new ClientOptions(url, key, changed, flushInterval, maxQueuedEvents, onProblem);
    }

    public ClientOptions flushInterval(Duration changed) {
        return new ClientOptions(url, key, timeout, changed, maxQueuedEvents, onProblem);
    }

    public ClientOptions maxQueuedEvents(int changed) {
        return new ClientOptions(url, key, timeout, flushInterval, changed, onProblem);
    }

    public ClientOptions onProblem(Consumer<Problem> changed) {
        return new ClientOptions(url, key, timeout, flushInterval, maxQueuedEvents, changed);
    }

    static Duration positive(String name, Duration duration) {
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(name + " must be greater than 0");
        }
        return duration;
    }

    static String headerValue(String name, String value) {
        if (!PRINTABLE.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    name + " must be of printable ASCII, without spaces");
        }
        return value;
    }

    /// Without the key.
    @Override
    public String toString() {
        return "ClientOptions[" + url + "]";
    }
}
