package io.interlude.journal.json;

import io.interlude.domain.number.NumberBounds;
import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonGeneratorDelegate;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/// The one JSON mapper. Numbers with a fraction are read as decimals, never as binary floating
/// point, and written as [NumberBounds] says; instants are ISO-8601 text. Nesting is 64 deep at
/// most.
///
/// The mapper reads numbers of any size, because what an earlier version stored must stay readable
/// and because one bad number of a batch of events must not lose its neighbours. [JsonBodies] holds
/// request bodies to the bounds; whoever reads one in another way asks [#outOfBounds].
public final class Json {
    /// Deepest nesting of arrays and objects that is read.
    public static final int LARGEST_DEPTH = 64;

    /// Longest field name that a path repeats: shorter than an API key.
    private static final int LONGEST_NAMED = 40;

    public static final JsonMapper MAPPER =
            JsonMapper.builder(
                            new BoundedNumberFactory(
                                    JsonFactory.builder()
                                            .streamReadConstraints(
                                                    StreamReadConstraints.builder()
                                                            .maxNestingDepth(LARGEST_DEPTH)
                                                            .maxNumberLength(Integer.MAX_VALUE)
                                                            .build())
                                            .addDecorator((_, json) -> new BoundedGenerator(json))))
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .build();

    private Json() {}

    /// Path of the first number at or below the node that [NumberBounds] refuses, such as
    /// `eventData.items[2].weight`; null when there is none. A path ends at the last name that may
    /// be repeated in an answer, and is empty when that is the node itself.
    public static @Nullable String outOfBounds(JsonNode node) {
        if (node.isNumber()) {
            return allowed(node) ? null : "";
        }
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                String below = outOfBounds(node.get(i));
                if (below != null) {
                    return join("[" + i + "]", below);
                }
            }
        } else if (node.isObject()) {
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                String below = outOfBounds(field.getValue());
                if (below != null) {
                    return isNameable(field.getKey()) ? join(field.getKey(), below) : "";
                }
            }
        }
        return null;
    }

    private static boolean allowed(JsonNode number) {
        if (number.isBigDecimal()) {
            return NumberBounds.allow(number.decimalValue());
        }
        return !number.isBigInteger() || NumberBounds.allow(number.bigIntegerValue());
    }

    private static boolean isNameable(String name) {
        return name.length() <= LONGEST_NAMED
                && name.chars().allMatch(c -> c == '_' || c == '-' || Character.isLetterOrDigit(c));
    }

    private static String join(String outer, String below) {
        return below.isEmpty() || below.charAt(0) == '[' ? outer + below : outer + '.' + below;
    }

    private static final class BoundedGenerator extends JsonGeneratorDelegate {
        BoundedGenerator(JsonGenerator delegate) {
            super(delegate, false);
        }

        @Override
        public JsonGenerator writeNumber(BigDecimal number) {
            delegate.writeNumber(NumberBounds.text(number));
            return this;
        }
    }
}
