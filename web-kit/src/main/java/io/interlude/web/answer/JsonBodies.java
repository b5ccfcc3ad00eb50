package io.interlude.web.answer;

import io.interlude.domain.number.NumberBounds;
import io.interlude.journal.json.Json;
import io.interlude.web.limits.Place;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads request bodies that are one JSON object. Of a duplicate key the last one counts. What is
/// wrong with a body is told without quoting it.
public final class JsonBodies {
    /// Largest body that is parsed on the connection's event loop, where others wait meanwhile.
    static final int LARGEST_ON_LOOP = 64 * 1_024;

    private JsonBodies() {}

    /// The body as an object. Fails with `payload_too_large` over `maxBytes`,
    /// `unsupported_media_type` if it is not declared to be JSON in UTF-8, `invalid_request` if it
    /// is missing, not one readable JSON object, or holds a number out of bounds anywhere, and as
    /// `overloaded` when the owner of the request holds its share of memory already. A body over
    /// [#LARGEST_ON_LOOP] is parsed, and given on, off the connection's event loop.
    public static Mono<ObjectNode> object(ServerRequest request, int maxBytes) {
        return objectOfAnyNumbers(request, maxBytes).map(JsonBodies::bounded);
    }

    /// Like [#object], but of any numbers: for routes that refuse a part of a body and not all of
    /// it. They ask [Json#outOfBounds] of each part that they keep.
    public static Mono<ObjectNode> objectOfAnyNumbers(ServerRequest request, int maxBytes) {
        return read(request, maxBytes).switchIfEmpty(Mono.error(JsonBodies::missing));
    }

    /// Like [#objectOfAnyNumbers], for one event: where it is JSON beyond a limit, of depth, of how
    /// many values it has or of a name's length, it fails with `invalid_event_data`.
    public static Mono<ObjectNode> event(ServerRequest request, int maxBytes) {
        return bytes(request, maxBytes)
                .map(body ->
                        within(request, body)
                                .orElseThrow(() -> beyondLimits(body, Reason.INVALID_EVENT_DATA)))
                .switchIfEmpty(Mono.error(JsonBodies::missing));
    }

    /// Like [#event], for events in an array of the body: one that is beyond a limit is left out,
    /// and the others stay.
    ///
    /// @param field name of the array
    /// @param mostEvents in an array of more nothing is left out
    public static Mono<EventsBody> events(
            ServerRequest request, int maxBytes, String field, int mostEvents) {
        return bytes(request, maxBytes)
                .map(body -> events(request, body, field, mostEvents))
                .switchIfEmpty(Mono.error(JsonBodies::missing));
    }

    private static EventsBody events(
            ServerRequest request, byte[] utf8, String field, int mostEvents) {
        Optional<ObjectNode> whole = within(request, utf8);
        if (whole.isPresent()) {
            return new EventsBody(whole.get(), Set.of());
        }
        Set<Integer> leftOut = JsonParts.of(utf8, field, mostEvents).leaveOut();
        ObjectNode rest =
                within(request, utf8)
                        .orElseThrow(() -> beyondLimits(utf8, Reason.INVALID_EVENT_DATA));
        return new EventsBody(rest, leftOut);
    }

    /// Like [#object], but a missing body stands for an object without fields.
    public static Mono<ObjectNode> objectOrEmpty(ServerRequest request, int maxBytes) {
        return read(request, maxBytes)
                .map(JsonBodies::bounded)
                .switchIfEmpty(Mono.fromSupplier(Json.MAPPER::createObjectNode));
    }

    private static Mono<ObjectNode> read(ServerRequest request, int maxBytes) {
        return bytes(request, maxBytes)
                .map(body ->
                        within(request, body)
                                .orElseThrow(() -> beyondLimits(body, Reason.INVALID_REQUEST)));
    }

    private static Mono<byte[]> bytes(ServerRequest request, int maxBytes) {
        return RequestBodies.read(request, maxBytes)
                .flatMap(bytes -> {
                    requireJson(request);
                    Mono<byte[]> here = Mono.just(bytes);
                    return bytes.length > LARGEST_ON_LOOP
                            ? here.publishOn(Place.of(request).sideWork())
                            : here;
                });
    }

    /// The text as an object; empty if it is beyond a limit. Takes the room of the tree before it
    /// grows.
    private static Optional<ObjectNode> within(ServerRequest request, byte[] utf8) {
        JsonTree tree = JsonTree.of(utf8);
        if (tree.isTooMany(utf8.length)) {
            return Optional.empty();
        }
        Place place = Place.of(request);
        place.take(tree.heapBytes());
        try {
            return Optional.of(object(utf8));
        } catch (StreamConstraintsException e) {
            place.giveBack(tree.heapBytes());
            return Optional.empty();
        }
    }

    /// Parses one JSON object.
    ///
    /// @throws ProblemException `invalid_request` if the bytes are not one, or one beyond a limit
    public static ObjectNode parse(byte[] utf8) {
        try {
            return object(utf8);
        } catch (StreamConstraintsException e) {
            throw beyondLimits(utf8, Reason.INVALID_REQUEST);
        }
    }

    private static ObjectNode object(byte[] utf8) {
        JsonNode node;
        try {
            node = JsonTree.parse(utf8);
        } catch (StreamConstraintsException e) {
            throw e;
        } catch (JacksonException | CharacterCodingException e) {
            throw unreadable();
        }
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw invalid("The body is not a JSON object.");
    }

    static ObjectNode bounded(ObjectNode body) {
        String path = Json.outOfBounds(body);
        if (path == null) {
            return body;
        }
        String description = "A number is out of bounds: " + NumberBounds.RULE;
        throw path.isEmpty()
                ? invalid(description)
                : Problem.ofField(Reason.INVALID_REQUEST, path, description).exception();
    }

    private static ProblemException missing() {
        return invalid("The body is empty: send a JSON object.");
    }

    private static ProblemException unreadable() {
        return invalid("The body cannot be read: send one JSON object in UTF-8.");
    }

    /// @param reason of a text that can be read apart from that
    private static ProblemException beyondLimits(byte[] utf8, Reason reason) {
        if (reason != Reason.INVALID_REQUEST && !isObject(utf8)) {
            return unreadable();
        }
        String description =
                "The body is beyond a limit: send at most %d values and names, %d deep, and shorter ones."
                        .formatted(JsonTree.mostTokens(utf8.length), Json.LARGEST_DEPTH);
        return Problem.of(reason, description).exception();
    }

    /// Whether a text that is not parsed is an object, as far as its brackets tell.
    private static boolean isObject(byte[] utf8) {
        int start = 0;
        while (start < utf8.length && Character.isWhitespace(utf8[start])) {
            start++;
        }
        return start < utf8.length && utf8[start] == '{' && JsonTree.of(utf8).isClosed();
    }

    private static void requireJson(ServerRequest request) {
        if (!contentType(request).map(JsonBodies::isJson).orElse(false)) {
            throw Problem.of(
                            Reason.UNSUPPORTED_MEDIA_TYPE,
                            "Send the body as Content-Type: application/json.")
                    .exception();
        }
    }

    private static Optional<MediaType> contentType(ServerRequest request) {
        try {
            return request.headers().contentType();
        } catch (InvalidMediaTypeException e) {
            return Optional.empty();
        }
    }

    private static boolean isJson(MediaType type) {
        Charset charset = type.getCharset();
        boolean utf8 = charset == null || charset.equals(StandardCharsets.UTF_8);
        boolean json =
                type.getType().equals("application")
                        && (type.getSubtype().equals("json")
                                || type.getSubtype().endsWith("+json"));
        return utf8 && json;
    }

    private static ProblemException invalid(String description) {
        return Problem.of(Reason.INVALID_REQUEST, description).exception();
    }
}
