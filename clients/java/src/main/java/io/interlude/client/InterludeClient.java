package io.interlude.client;

import io.interlude.client.api.Decision;
import io.interlude.client.api.Disqualification;
import io.interlude.client.api.Event;
import io.interlude.client.api.EventType;
import io.interlude.client.api.ServedFlow;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;

/// One application's line to the ad server. Make one, keep it, and share it between threads.
public final class InterludeClient implements AutoCloseable {
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    /// Reasons for no ad that are no problem.
    private static final Set<String> NORMAL =
            Set.of(
                    "no_fill",
                    "no_demand",
                    "frequency_capped",
                    "appropriateness_suppressed",
                    "interrupted");

    private final ClientOptions options;
    private final InstantSource clock;
    private final Http http;
    private final EventQueue events;

    /// @see ClientOptions#of
    public InterludeClient(ClientOptions options) {
        this(options, InstantSource.system());
    }

    InterludeClient(ClientOptions options, InstantSource clock) {
        this.options = options;
        this.clock = clock;
        this.http = new Http(options.url(), options.key());
        this.events =
                new EventQueue(
                        http, options.flushInterval(), options.maxQueuedEvents(), this::tell);
    }

    /// A client with the usual options.
    ///
    /// @throws IllegalArgumentException when the URL or the key is none
    public static InterludeClient of(String url, String key) {
        return new InterludeClient(ClientOptions.of(url, key));
    }

    /// The ad for this moment, if there is one. Never throws, and takes no longer than its
    /// time-out.
    public <P> Optional<Ad<P>> fetchAd(FetchRequest<P> request) {
        return fetch(request).ad();
    }

    /// The same without waiting. It never fails; cancelling it gives nothing back to the server.
    public <P> CompletableFuture<Optional<Ad<P>>> fetchAdAsync(FetchRequest<P> request) {
        return fetchAsync(request).thenApply(FetchResult::ad);
    }

    /// The same with the reason where there is no ad, and with every ad of [FetchRequest#count].
    public <P> FetchResult<P> fetch(FetchRequest<P> request) {
        CompletableFuture<HttpResponse<byte[]>> call = null;
        FetchResult<P> result;
        try {
            call = send(request);
            result =
                    result(
                            Http.Answer.of(
                                    call.get(timeout(request).toMillis(), TimeUnit.MILLISECONDS)),
                            request.payload());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            result = FetchResult.none("interrupted");
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            result = FetchResult.none(reason(e));
        } finally {
            if (call != null) {
                call.cancel(true);
            }
        }
        return told(result);
    }

    /// The same without waiting. It never fails.
    public <P> CompletableFuture<FetchResult<P>> fetchAsync(FetchRequest<P> request) {
        CompletableFuture<HttpResponse<byte[]>> call;
        try {
            call = send(request);
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(told(FetchResult.none(reason(e))));
        }
        // The time-out must not run a caller's code on the one thread of all time-outs.
        return call.copy()
                .orTimeout(timeout(request).toMillis(), TimeUnit.MILLISECONDS)
                .handleAsync((response, failure) -> {
                    call.cancel(true);
                    return told(
                            failure == null
                                    ? result(Http.Answer.of(response), request.payload())
                                    : FetchResult.none(reason(failure)));
                });
    }

    /// Reports an event of an ad: puts it into the queue and returns at once. It is sent with
    /// others, again until the server has it, and counts once.
    ///
    /// @return false when it was not taken: the queue is full or closed
    public boolean report(Ad<?> ad, EventType type) {
        return report(Event.of(ad.messageId(), type));
    }

    /// The same with more to say, or of an ad whose message id was kept.
    ///
    /// @return false when it was not taken, also since its data is no JSON
    public boolean report(Event event) {
        String json;
        try {
            json =
                    Http.JSON.writeValueAsString(
                            event.timestamp() == null ? event.at(clock.instant()) : event);
        } catch (JacksonException e) {
            tell(new Problem("report", "invalid_event_data", 1, null, "The event is no JSON."));
            return false;
        }
        return events.add(json);
    }

    /// Starts a flow in a page, with intents matched by keywords.
    public FlowSession startFlow(Ad<ServedFlow> ad) {
        return startFlow(ad, FlowSession.Options.usual());
    }

    /// Starts a flow, or resumes it.
    public FlowSession startFlow(Ad<ServedFlow> ad, FlowSession.Options how) {
        return new FlowSession(ad, how, event -> report(event));
    }

    /// Events that the server does not have yet.
    public int pendingEvents() {
        return events.pending();
    }

    /// Sends what is queued.
    ///
    /// @return true once the server has it all; false when it has not within the time-out, or the
    ///   thread was interrupted
    public boolean flush(Duration timeout) {
        return events.flush(timeout);
    }

    /// Flushes for two seconds at most, then takes and sends no event more; what is left is told as
    /// `abandoned`.
    @Override
    public void close() {
        close(CLOSE_TIMEOUT);
    }

    /// The same with another time-out for what is left to send.
    ///
    /// @return true when the server has every event
    public boolean close(Duration timeout) {
        boolean flushed = events.close(timeout);
        http.close();
        return flushed;
    }

    private Duration timeout(FetchRequest<?> request) {
        Duration own = request.options().timeout();
        return own == null ? options.timeout() : own;
    }

    private CompletableFuture<HttpResponse<byte[]>> send(FetchRequest<?> request) {
        return http.post(
                request.options().debug() ? "/v1/fetch/v2?debug=1" : "/v1/fetch/v2",
                Http.JSON.writeValueAsBytes(request.body()),
                timeout(request),
                request.options().idempotencyKey());
    }

    private static String reason(Throwable failure) {
        Throwable cause =
                failure instanceof ExecutionException || failure instanceof CompletionException
                        ? failure.getCause()
                        : failure;
        if (cause instanceof TimeoutException || cause instanceof HttpTimeoutException) {
            return "timeout";
        }
        return cause instanceof JacksonException ? "invalid_request" : "unavailable";
    }

    private <P> FetchResult<P> told(FetchResult<P> result) {
        String reason = result.reason();
        if (reason != null && !NORMAL.contains(reason)) {
            tell(new Problem("fetch", reason, 0, result.status(), result.message()));
        }
        return result;
    }

    private void tell(Problem problem) {
        try {
            options.onProblem().accept(problem);
        } catch (RuntimeException e) {
            // A log that fails is no reason to fail.
        }
    }

    private static <P> FetchResult<P> result(Http.Answer answer, Class<P> payload) {
        if (answer.status() == 204) {
            return FetchResult.none("no_fill");
        }
        try {
            List<Disqualification> disqualifications = disqualifications(answer.body());
            if (answer.status() == 200) {
                JsonNode several = answer.body().path("ads");
                List<Ad<P>> ads = new ArrayList<>();
                StreamSupport.stream(several.spliterator(), false)
                        .forEach(each -> ads.add(ad(each, payload)));
                if (answer.body().has("messageId")) {
                    ads.add(ad(answer.body(), payload));
                }
                if (!ads.isEmpty()) {
                    return new FetchResult<>(ads, null, null, disqualifications, null);
                }
            }
            return refusal(answer, disqualifications);
        } catch (RuntimeException e) {
            return FetchResult.none("invalid_answer");
        }
    }

    private static <P> FetchResult<P> refusal(
            Http.Answer answer, List<Disqualification> disqualifications) {
        String reason = answer.text("reason");
        String message = answer.text("message");
        String otherwise = answer.status() >= 500 ? "unavailable" : "invalid_answer";
        return new FetchResult<>(
                List.of(),
                reason == null ? otherwise : reason,
                message == null ? answer.text("description") : message,
                disqualifications,
                answer.status() == 200 ? null : answer.status());
    }

    private static <P> Ad<P> ad(JsonNode json, Class<P> payload) {
        return new Ad<>(
                json.path("messageId").asString(),
                json.path("format").asString(),
                Http.JSON.treeToValue(json.required("payload"), payload),
                json.has("properties")
                        ? Http.JSON.convertValue(
                                json.get("properties"), new TypeReference<Map<String, String>>() {})
                        : Map.of(),
                decision(json),
                disqualifications(json));
    }

    private static @Nullable Decision decision(JsonNode json) {
        return json.has("decision")
                ? Http.JSON.treeToValue(json.get("decision"), Decision.class)
                : null;
    }

    private static List<Disqualification> disqualifications(JsonNode json) {
        return json.has("disqualifications")
                ? Http.JSON.convertValue(
                        json.get("disqualifications"),
                        new TypeReference<List<Disqualification>>() {})
                : List.of();
    }
}
