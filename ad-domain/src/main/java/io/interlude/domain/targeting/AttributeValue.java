package io.interlude.domain.targeting;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.List;

/// The value of an attribute, in a request or in a targeting leaf.
public sealed interface AttributeValue {
    record Text(String text) implements AttributeValue {
        public Text {
            requireNonNull(text, "text is null");
        }
    }

    record Numeric(BigDecimal number) implements AttributeValue {
        public Numeric {
            requireNonNull(number, "number is null");
        }
    }

    record Flag(boolean flag) implements AttributeValue {}

    /// Several texts, of which any may match. Only in requests.
    record Texts(List<String> texts) implements AttributeValue {
        public Texts {
            texts = List.copyOf(texts);
        }
    }
}
