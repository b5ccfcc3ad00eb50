package io.interlude.kit.http;

import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/// The one JSON mapper. Numbers with a fraction are read as decimals, never as binary floating
/// point, and instants are ISO-8601 text. Input is bounded: nesting 64 deep, numbers 100 digits.
public final class Json {
    /// Deepest nesting of arrays and objects that is read.
    public static final int LARGEST_DEPTH = 64;

    private static final int LARGEST_NUMBER_LENGTH = 100;

    public static final JsonMapper MAPPER =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(LARGEST_DEPTH)
                                                    .maxNumberLength(LARGEST_NUMBER_LENGTH)
                                                    .build())
                                    .build())
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .build();

    private Json() {}
}
