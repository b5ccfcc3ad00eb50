package io.interlude.local.demo;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.interlude.local.demo.DemoAudience.Person;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The calls that a publisher's app makes. Blocks its caller, which is a virtual thread.
final class AdClient {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private final URI base;
    private final HttpClient http;

    AdClient(URI base) {
        this.base = base;
        this.http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(DEADLINE)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .build();
    }

    /// Asks for an ad; empty when there is none.
    Optional<Ad> fetch(
            Publisher publisher, String adUnit, Person person, List<DemoConversation.Turn> said)
            throws IOException, InterruptedException {
        Asked body =
                new Asked(
                        adUnit,
                        person.subscriber(),
                        new Attributes(person.country(), person.tier()),
                        said);
        HttpResponse<String> answer = post("/v1/fetch/v2", publisher, body);
        return switch (answer.statusCode()) {
            case 200 -> Optional.of(ad(JSON.readTree(answer.body())));
            case 204 -> Optional.empty();
            default -> throw new UnexpectedStatusException("fetch", answer.statusCode());
        };
    }

    private static Ad ad(JsonNode json) {
        JsonNode payload = json.path("payload");
        String url = payload.path("actions").path(0).path("navigate").path("url").asString("");
        return new Ad(json.path("messageId").asString(""), payload.path("title").asString(""), url);
    }

    private record Asked(
            @JsonInclude(JsonInclude.Include.NON_EMPTY) String adUnit,
            String subscriber,
            Attributes attributes,
            List<DemoConversation.Turn> context) {}

    private record Attributes(String country, String tier) {}

    /// Reports an event of the ad.
    ///
    /// @param eventData as JSON; null for none
    void report(Publisher publisher, Ad ad, String eventType, @Nullable Object eventData)
            throws IOException, InterruptedException {
        Reported body = new Reported(2, eventType, ad.messageId(), eventData);
        expect("event", 201, post("/v1/event", publisher, body).statusCode());
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Reported(
            int version, String eventType, String fetchEventId, @Nullable Object eventData) {}

    /// Follows the ad's first link as far as the redirect.
    void click(Ad ad) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(ad.clickUrl())).timeout(DEADLINE).build();
        expect(
                "click",
                302,
                http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode());
    }

    private HttpResponse<String> post(String path, Publisher publisher, Object body)
            throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(base.resolve(path))
                        .timeout(DEADLINE)
                        .header("Content-Type", "application/json")
                        .header("Authorization", "Bearer " + publisher.key())
                        .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
                        .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static void expect(String call, int expected, int status) {
        if (status != expected) {
            throw new UnexpectedStatusException(call, status);
        }
    }

    /// An ad that was served: the fetch's id, the creative's title and its first link.
    record Ad(String messageId, String title, String clickUrl) {}

    /// The product answered something that a publisher's app does not expect.
    static final class UnexpectedStatusException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnexpectedStatusException(String call, int status) {
            super(call + " " + status);
        }
    }
}
