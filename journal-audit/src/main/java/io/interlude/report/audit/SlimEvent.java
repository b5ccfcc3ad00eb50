package io.interlude.report.audit;

import io.interlude.domain.selection.SelectionRule;
import io.interlude.report.audit.count.AttributeBreakdown;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.CandidateVerdict;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.StateRead;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/// Events without what takes most of the memory and counts for nothing, and how much is left.
final class SlimEvent {
    private static final Map<String, CandidateVerdict> RULE_TO_VERDICT =
            Arrays.stream(SelectionRule.values())
                    .map(SelectionRule::wireName)
                    .collect(Collectors.toMap(Function.identity(), SlimEvent::verdict));

    private static final CandidateVerdict OTHER_VERDICT = verdict("");

    /// An object's header, and the list or map that has it.
    private static final int OBJECT_BYTES = 64;

    /// A field, and the instant or number in it.
    private static final int FIELD_BYTES = 12;

    private SlimEvent() {}

    private static CandidateVerdict verdict(String rule) {
        return CandidateVerdict.newBuilder().setLineItemId("").setRule(rule).build();
    }

    /// The same event with less in it. Of a no-fill the rules of its candidates count.
    static JournalEvent of(JournalEvent event, AttributeBreakdown attributes) {
        switch (event) {
            case AdFetched fetched -> {
                fetched.setCandidates(List.of());
                fetched.setFrequencyScopes(List.of());
                fetched.setAttributesJson(attributes.only(fetched.getAttributesJson()));
                fetched.setState(null);
                fetched.setKeyedRequest(null);
                fetched.setEncrypted(null);
            }
            case AdNotFilled notFilled -> {
                notFilled.setCandidates(
                        notFilled.getCandidates().stream()
                                .map(verdict ->
                                        RULE_TO_VERDICT.getOrDefault(
                                                verdict.getRule(), OTHER_VERDICT))
                                .toList());
                notFilled.setAttributesJson(attributes.only(notFilled.getAttributesJson()));
                notFilled.setState(countAlone(notFilled.getState()));
                notFilled.setKeyedRequest(null);
                notFilled.setEncrypted(null);
            }
            case DeliveryRecorded delivery -> {
                delivery.setEventDataJson(null);
                delivery.setEncrypted(null);
            }
            case ClickRecorded click -> {
                click.setEventDataJson(null);
                click.setEncrypted(null);
            }
            case ConversionRecorded conversion -> {
                conversion.setEventDataJson(null);
                conversion.setEncrypted(null);
            }
            case CustomEventRecorded custom -> {
                custom.setEventDataJson(null);
                custom.setEncrypted(null);
            }
            default -> {
                // The others are small.
            }
        }
        return event;
    }

    private static @Nullable StateRead countAlone(@Nullable StateRead state) {
        return state == null
                ? null
                : StateRead.newBuilder()
                        .setFrequency(state.getFrequency())
                        .setCandidateCount(state.getCandidateCount())
                        .build();
    }

    /// Bytes that the event takes, about.
    static long heldBytes(@Nullable Object value) {
        return switch (value) {
            // Shared by all.
            case CandidateVerdict _ -> 0;
            case CharSequence text -> OBJECT_BYTES + text.length();
            case IndexedRecord read -> {
                long bytes = OBJECT_BYTES;
                for (int field = 0; field < read.getSchema().getFields().size(); field++) {
                    bytes += FIELD_BYTES + heldBytes(read.get(field));
                }
                yield bytes;
            }
            case Collection<?> all -> {
                long bytes = OBJECT_BYTES;
                for (Object each : all) {
                    bytes += FIELD_BYTES + heldBytes(each);
                }
                yield bytes;
            }
            case null, default -> 0;
        };
    }
}
