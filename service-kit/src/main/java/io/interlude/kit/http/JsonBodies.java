package io.interlude.kit.http;

import io.interlude.domain.number.NumberBounds;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads request bodies that are one JSON object. Of a duplicate key the last one counts. What is
/// wrong with a body is told without quoting it.
public final class JsonBodies {
    private JsonBodies() {}

    /// The body as an object. Fails with `payload_too_large` over `maxBytes`,
    /// `unsupported_media_type` if it is not declared to be JSON in UTF-8, and `invalid_request` if
    /// it is missing, not one readable JSON object, or holds a number out of bounds anywhere.
    public static Mono<ObjectNode> object(ServerRequest request, int maxBytes) {
        return objectOfAnyNumbers(request, maxBytes).map(JsonBodies::bounded);
    }

    /// Like [#object], but of any numbers: for routes that refuse a part of a body and not all of
    /// it. They ask [Json#outOfBounds] of each part that they keep.
    public static Mono<ObjectNode> objectOfAnyNumbers(ServerRequest request, int maxBytes) {
        return bytes(request, maxBytes)
                .map(JsonBodies::parse)
                .switchIfEmpty(Mono.error(() -> invalid("The body is empty: send a JSON object.")));
    }

    /// Like [#object], but a missing body stands for an object without fields.
    public static Mono<ObjectNode> objectOrEmpty(ServerRequest request, int maxBytes) {
        return bytes(request, maxBytes)
                .map(JsonBodies::parse)
                .map(JsonBodies::bounded)
                .switchIfEmpty(Mono.fromSupplier(Json.MAPPER::createObjectNode));
    }

    /// Parses one JSON object.
    ///
    /// @throws ProblemException `invalid_request` if the bytes are not one
    public static ObjectNode parse(byte[] utf8) {
        JsonNode node;
        try {
            node = Json.MAPPER.readTree(decode(utf8));
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

    /// Strict decoding; the parser's own would replace some malformed input and guess at UTF-16.
    private static String decode(byte[] utf8) throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    }

    private static Mono<byte[]> bytes(ServerRequest request, int maxBytes) {
        long declared = request.headers().contentLength().orElse(-1);
        if (declared > maxBytes) {
            return Mono.error(tooLarge(maxBytes));
        }
        return DataBufferUtils.join(request.exchange().getRequest().getBody(), maxBytes)
                .onErrorMap(DataBufferLimitException.class, _ -> tooLarge(maxBytes))
                .map(buffer -> take(request, buffer))
                .filter(bytes -> bytes.length > 0);
    }

    private static byte[] take(ServerRequest request, DataBuffer buffer) {
        try {
            if (buffer.readableByteCount() > 0) {
                requireJson(request);
            }
            byte[] bytes = new byte[buffer.readableByteCount()];
            buffer.read(bytes);
            return bytes;
        } finally {
            DataBufferUtils.release(buffer);
        }
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

    private static ProblemException tooLarge(int maxBytes) {
        return Problem.of(
                        Reason.PAYLOAD_TOO_LARGE,
                        "The body is larger than " + maxBytes + " bytes: send less.")
                .exception();
    }

    private static ProblemException invalid(String description) {
        return Problem.of(Reason.INVALID_REQUEST, description).exception();
    }
}
