package io.interlude.catalogue.snapshot;

import io.interlude.domain.targeting.FoldedText;
import io.interlude.schema.ApiKeyChanged;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.CreativeVersionChanged;
import io.interlude.schema.LineItemChanged;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.Collection;
import java.util.Map;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/// The heap that a record takes in a process that serves, roughly and not too little: itself, its
/// meaning, what is compiled of it, the vectors of a line item's topics, the use of a key and the
/// places of its changes in the history. A few bytes on the wire may take seventy of it, so bytes
/// on the wire are no measure.
public final class RecordWeight {
    // Measured, with object headers of 8 bytes: the least record takes 400 bytes with its places in
    // maps, a text its headers and what holds it in lists and sets. A value of targeting takes,
    // with its place in the index, 80 bytes and its characters twice, and a text that folding
    // changes 50 more and its characters once more, which may be three times as many.
    private static final int RECORD_BYTES = 512;
    private static final int TEXT_BYTES = 64;
    private static final int ITEM_BYTES = 32;
    private static final int TARGETING_VALUE_BYTES = 80;
    private static final int FOLDED_TEXT_BYTES = 56;

    /// A change of a resource in the index of the history, which is kept for ever.
    public static final int CHANGE_BYTES = 64;

    /// What a key is used for, by days.
    private static final int KEY_BYTES = 8 * 1_024;

    /// Of the larger embedder.
    private static final int VECTOR_BYTES = 768;

    private static final char LAST_OF_ONE_BYTE = 255;

    private RecordWeight() {}

    /// By how many bytes a record makes its org's catalogue larger. Versions of a creative stay
    /// beside each other, as old links lead to them; other records take their former's place.
    public static long growth(
            Topic<?> topic, CatalogueRecord value, @Nullable CatalogueRecord former) {
        return of(value) - (former == null || topic.equals(Topics.CREATIVES) ? 0 : of(former));
    }

    /// The heap that a record takes.
    public static long of(CatalogueRecord value) {
        return RECORD_BYTES + heapBytes(value) + ofKind(value);
    }

    private static long ofKind(CatalogueRecord value) {
        return switch (value) {
            case CreativeVersionChanged _ -> CHANGE_BYTES;
            case ApiKeyChanged _ -> KEY_BYTES + changes(value);
            case LineItemChanged item -> ofLineItem(item) + changes(item);
            default -> changes(value);
        };
    }

    private static long changes(CatalogueRecord value) {
        return (long) CHANGE_BYTES * value.getVersion();
    }

    private static long ofLineItem(LineItemChanged item) {
        String targeting = item.getTargetingJson();
        return (long) VECTOR_BYTES * item.getTopics().size()
                + (targeting == null ? 0 : ofTargeting(targeting));
    }

    /// The heap of what is compiled of targeting: its texts, once as booked and once folded.
    private static long ofTargeting(String json) {
        long bytes = textBytes(json) + textBytes(FoldedText.of(json));
        boolean folded = false;
        for (int i = 0; i < json.length(); i++) {
            char at = json.charAt(i);
            if (at == ',') {
                bytes += TARGETING_VALUE_BYTES;
            } else if (at == '"') {
                folded = false;
            } else if (!folded && FoldedText.changes(json.codePointAt(i))) {
                folded = true;
                bytes += FOLDED_TEXT_BYTES;
            }
        }
        return bytes;
    }

    private static long heapBytes(@Nullable Object value) {
        return switch (value) {
            case String text -> TEXT_BYTES + textBytes(text);
            case Collection<?> items -> items.stream().mapToLong(RecordWeight::ofItem).sum();
            case Map<?, ?> map -> heapBytes(map.keySet()) + heapBytes(map.values());
            case IndexedRecord fields -> {
                long bytes = 0;
                for (int i = 0; i < fields.getSchema().getFields().size(); i++) {
                    bytes += heapBytes(fields.get(i));
                }
                yield bytes;
            }
            case null, default -> 0;
        };
    }

    private static long ofItem(@Nullable Object item) {
        return ITEM_BYTES + heapBytes(item);
    }

    /// One character beyond Latin-1 makes each of a text take two bytes.
    private static long textBytes(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > LAST_OF_ONE_BYTE) {
                return 2L * text.length();
            }
        }
        return text.length();
    }
}
