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
        return read(request, maxBytes)
                .switchIfEmpty(Mono.error(() -> invalid("The body is empty: send a JSON object.")));
    }

    /// Like [#object], but a missing body stands for an object without fields.
    public static Mono<ObjectNode> objectOrEmpty(ServerRequest request, int maxBytes) {
        return read(request, maxBytes)
                .map(JsonBodies::bounded)
                .switchIfEmpty(Mono.fromSupplier(Json.MAPPER::createObjectNode));
    }

    private static Mono<ObjectNode> read(ServerRequest request, int maxBytes) {
        return RequestBodies.read(request, maxBytes)
                .flatMap(bytes -> {
                    requireJson(request);
                    Mono<byte[]> here = Mono.just(bytes);
                    return (bytes.length > LARGEST_ON_LOOP
                                    ? here.publishOn(Place.of(request).sideWork())
                                    : here)
                            .map(body -> parse(request, body));
                });
    }

    /// Takes the room of the tree before it grows.
    private static ObjectNode parse(ServerRequest request, byte[] utf8) {
        JsonTree tree = JsonTree.of(utf8);
        if (tree.isTooMany(utf8.length)) {
            throw beyondLimits(utf8.length);
        }
        Place.of(request).take(tree.heapBytes());
        return parse(utf8);
    }

    /// Parses one JSON object.
    ///
    /// @throws ProblemException `invalid_request` if the bytes are not one, or one of too many
    ///   values
    public static ObjectNode parse(byte[] utf8) {
        JsonNode node;
        try {
            node = JsonTree.parse(utf8);
        } catch (StreamConstraintsException e) {
            throw beyondLimits(utf8.length);
        } catch (JacksonException | CharacterCodingException e) {
            throw invalid("The body cannot be read: send one JSON object in UTF-8.");
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

    private static ProblemException beyondLimits(int bytes) {
        return invalid(
                "The body is beyond a limit: send at most %d values and names, %d deep, and shorter ones."
                        .formatted(JsonTree.mostTokens(bytes), Json.LARGEST_DEPTH));
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
