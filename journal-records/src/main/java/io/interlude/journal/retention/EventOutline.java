package io.interlude.journal.retention;

import io.interlude.journal.json.Json;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.CandidateVerdict;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.EncryptedEvent;
import io.interlude.schema.EventRejected;
import io.interlude.schema.FrequencyReading;
import io.interlude.schema.KeyedRequest;
import io.interlude.schema.StateRead;
import java.util.List;
import java.util.Set;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/// The part of an event that stays for ever: ids, times, prices and rules, which every number is
/// made from. What it tells besides of a person and a moment is left out: attributes that no report
/// is by, the context's hash and length, the state that was read, similarities and values of
/// candidates, the answer that is kept for repeats, event data and bodies.
public final class EventOutline {
    private static final String SERVED = "served";
    private static final String NONE = "{}";

    private EventOutline() {}

    /// Whether events like this tell more than their outline.
    static boolean isLess(SpecificRecord event) {
        return switch (event) {
            case AdFetched _,
                    AdNotFilled _,
                    ClickRecorded _,
                    ConversionRecorded _,
                    CustomEventRecorded _,
                    DeliveryRecorded _,
                    EventRejected _ ->
                    true;
            default -> false;
        };
    }

    /// The event as a whole, encrypted; null of an event that is whole itself.
    static @Nullable EncryptedEvent encrypted(SpecificRecord event) {
        return switch (event) {
            case AdFetched fetched -> fetched.getEncrypted();
            case AdNotFilled notFilled -> notFilled.getEncrypted();
            case ClickRecorded click -> click.getEncrypted();
            case ConversionRecorded conversion -> conversion.getEncrypted();
            case CustomEventRecorded custom -> custom.getEncrypted();
            case DeliveryRecorded delivery -> delivery.getEncrypted();
            case EventRejected rejected -> rejected.getEncrypted();
            default -> null;
        };
    }

    /// Whether an event that was read is only its outline, as its org keeps the rest no more.
    public static boolean is(SpecificRecord read) {
        return encrypted(read) != null;
    }

    /// The outline of an event; the event itself where that tells no more.
    ///
    /// @param reported attributes that stay
    static SpecificRecord of(SpecificRecord event, EncryptedEvent encrypted, Set<String> reported) {
        if (!isLess(event)) {
            return event;
        }
        SpecificRecord outline = copy(event);
        switch (outline) {
            case AdFetched fetched -> {
                fetched.setContextHash(null);
                fetched.setContextBytes(0);
                fetched.setAttributesJson(only(reported, fetched.getAttributesJson()));
                fetched.setCandidates(rules(fetched.getCandidates()));
                fetched.setState(outline(fetched.getState()));
                fetched.setKeyedRequest(outline(fetched.getKeyedRequest()));
                fetched.setEncrypted(encrypted);
            }
            case AdNotFilled notFilled -> {
                notFilled.setContextHash(null);
                notFilled.setContextBytes(0);
                notFilled.setAttributesJson(only(reported, notFilled.getAttributesJson()));
                notFilled.setCandidates(rules(notFilled.getCandidates()));
                notFilled.setState(outline(notFilled.getState()));
                notFilled.setKeyedRequest(outline(notFilled.getKeyedRequest()));
                notFilled.setEncrypted(encrypted);
            }
            case ClickRecorded click -> {
                click.setEventDataJson(null);
                click.setEncrypted(encrypted);
            }
            case ConversionRecorded conversion -> {
                conversion.setEventDataJson(null);
                conversion.setEncrypted(encrypted);
            }
            case CustomEventRecorded custom -> {
                custom.setEventDataJson(null);
                custom.setEncrypted(encrypted);
            }
            case DeliveryRecorded delivery -> {
                delivery.setEventDataJson(null);
                delivery.setEncrypted(encrypted);
            }
            case EventRejected rejected -> {
                rejected.setBodyJson(null);
                rejected.setEncrypted(encrypted);
            }
            default -> throw new IllegalArgumentException("no outline: " + event.getSchema());
        }
        return outline;
    }

    private static String only(Set<String> reported, String attributesJson) {
        try {
            return !reported.isEmpty()
                            && Json.MAPPER.readTree(attributesJson) instanceof ObjectNode attributes
                    ? attributes.retain(reported).toString()
                    : NONE;
        } catch (JacksonException unreadable) {
            return NONE;
        }
    }

    private static SpecificRecord copy(SpecificRecord event) {
        SpecificRecord copy =
                (SpecificRecord) SpecificData.newInstance(event.getClass(), event.getSchema());
        for (int field = 0; field < event.getSchema().getFields().size(); field++) {
            copy.put(field, event.get(field));
        }
        return copy;
    }

    /// The served one's similarity decides in which cell of outcomes a fetch is counted.
    private static List<CandidateVerdict> rules(List<CandidateVerdict> candidates) {
        return candidates.stream()
                .map(verdict ->
                        CandidateVerdict.newBuilder()
                                .setLineItemId(verdict.getLineItemId())
                                .setRule(verdict.getRule())
                                .setRelevance(
                                        verdict.getRule().equals(SERVED)
                                                ? verdict.getRelevance()
                                                : null)
                                .build())
                .toList();
    }

    /// How many candidates there were, and who was held out, are counted. Of an unknown reading no
    /// decision is made again.
    private static @Nullable StateRead outline(@Nullable StateRead state) {
        return state == null
                ? null
                : StateRead.newBuilder()
                        .setFrequency(FrequencyReading.UNKNOWN)
                        .setCandidateCount(state.getCandidateCount())
                        .setHeldOut(state.getHeldOut())
                        .build();
    }

    /// By the hashes a repeat is known.
    private static @Nullable KeyedRequest outline(@Nullable KeyedRequest keyed) {
        return keyed == null ? null : new KeyedRequest(keyed.getKey(), keyed.getBody(), "");
    }
}
