package io.interlude.report.journal;

import io.interlude.domain.money.Money;
import io.interlude.journal.history.JudgedEvent;
import io.interlude.journal.history.PlacedRecord;
import io.interlude.journal.json.Json;
import io.interlude.journal.retention.EventOutline;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.BillOn;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.FeedbackRecorded;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.JournalEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// An event of the journal as clients see it. What an event does not have is left out.
public final class EventJson {
    /// What an outline has nothing of, or only a stand-in for.
    private static final List<String> UNKEPT = List.of("attributes", "contextBytes", "eventData");

    private EventJson() {}

    /// The event as an object of JSON, by its fields in their order.
    public static Map<String, Object> of(JudgedEvent judged) {
        Fields item = new Fields();
        PlacedRecord record = judged.record();
        JournalEvent event = record.event();
        item.put("eventId", event.getEventId());
        item.put("eventType", event.getEventType().name());
        item.put("messageId", event.getFetchId());
        item.put("occurredAt", event.getOccurredAt().toString());
        item.put("receivedAt", event.getReceivedAt().toString());
        item.put("journaledAt", record.journaledAt().toString());
        item.put("verdict", judged.verdict() == null ? null : judged.verdict().wireName());
        item.put("source", event.getSource().name());
        AdFetched fetched = judged.fetched();
        item.put("test", event.getTest() || (fetched != null && fetched.getTest()));
        item.put("subscriber", judged.subscriber());
        item.put("applicationId", event.getApplicationId());
        item.put("keyId", event.getKeyId());
        if (fetched != null) {
            putServed(item, fetched);
        }
        putOwn(item, event);
        if (EventOutline.is(event)) {
            UNKEPT.forEach(item.nameToValue::remove);
            item.put("pastRetention", true);
        }
        return item.nameToValue;
    }

    /// What an event has from its client, as JSON.
    static @Nullable String data(JudgedEvent judged) {
        return switch (judged.record().event()) {
            case AdFetched fetched -> fetched.getAttributesJson();
            case AdNotFilled notFilled -> notFilled.getAttributesJson();
            case DeliveryRecorded delivery -> delivery.getEventDataJson();
            case ClickRecorded click -> click.getEventDataJson();
            case ConversionRecorded conversion -> conversion.getEventDataJson();
            case CustomEventRecorded custom -> custom.getEventDataJson();
            default -> null;
        };
    }

    private static void putServed(Fields item, AdFetched fetched) {
        item.put("campaignId", fetched.getCampaignId());
        item.put("lineItemId", fetched.getLineItemId());
        item.put("creativeId", fetched.getCreativeId());
        item.put("creativeVersion", fetched.getCreativeVersion());
        item.put("adUnit", fetched.getAdUnitCode());
        item.put("format", format(fetched.getFormat().name()));
    }

    private static void putOwn(Fields item, JournalEvent event) {
        switch (event) {
            case AdFetched fetched -> {
                item.put("priceModel", fetched.getPriceModel().name());
                if (fetched.getBillOn() != BillOn.fetch) {
                    item.put("billOn", fetched.getBillOn().name());
                }
                item.put("billed", money(fetched.getBilledMicros(), fetched.getCurrency()));
                item.put("attributes", json(fetched.getAttributesJson()));
                item.put("contextBytes", fetched.getContextBytes());
            }
            case AdNotFilled notFilled -> {
                item.put("adUnit", notFilled.getAdUnitCode());
                item.put("format", format(notFilled.getFormat().name()));
                item.put("reason", notFilled.getReason());
                item.put("attributes", json(notFilled.getAttributesJson()));
                item.put("contextBytes", notFilled.getContextBytes());
            }
            case DeliveryRecorded delivery ->
                    item.put("eventData", json(delivery.getEventDataJson()));
            case ClickRecorded click -> {
                item.put("actionIndex", click.getActionIndex());
                item.put("invalidTraffic", click.getInvalidTraffic());
                item.put("eventData", json(click.getEventDataJson()));
            }
            case ConversionRecorded conversion -> putConversion(item, conversion);
            case FlowEventRecorded step -> item.put("eventData", stepData(step));
            case FeedbackRecorded feedback -> item.put("kind", feedback.getKind().name());
            case CustomEventRecorded custom -> {
                item.put("eventName", custom.getEventName());
                item.put("eventData", json(custom.getEventDataJson()));
            }
            default -> throw new IllegalArgumentException("no event: " + event.getClass());
        }
    }

    private static void putConversion(Fields item, ConversionRecorded conversion) {
        item.put("conversionName", conversion.getConversionName());
        Long micros = conversion.getValueMicros();
        if (micros != null) {
            item.put("value", Money.decimalString(micros));
            item.put("currency", conversion.getCurrency());
        }
        item.put("orderId", conversion.getOrderId());
        item.put("invalidTraffic", conversion.getInvalidTraffic());
        item.put("eventData", json(conversion.getEventDataJson()));
    }

    /// The keys of the specification's 6.2.
    private static Map<String, Object> stepData(FlowEventRecorded step) {
        Fields data = new Fields();
        data.put("nodeId", step.getNodeId());
        data.put("choiceId", step.getChoiceId());
        data.put("intent", step.getIntent());
        data.put("terminalNodeId", step.getTerminalNodeId());
        data.put("lastNodeId", step.getLastNodeId());
        data.put("turns", step.getTurns());
        data.put("reason", step.getReason());
        data.put("handoffKind", step.getHandoffKind());
        return data.nameToValue;
    }

    private static Map<String, Object> money(long micros, String currency) {
        Map<String, Object> money = new LinkedHashMap<>();
        money.put("amount", Money.decimalString(micros));
        money.put("currency", currency);
        return money;
    }

    /// A symbol that is a word of Java's has a dollar sign after it.
    private static String format(String symbol) {
        return symbol.endsWith("$") ? symbol.substring(0, symbol.length() - 1) : symbol;
    }

    private static @Nullable JsonNode json(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            return Json.MAPPER.readTree(text);
        } catch (JacksonException _) {
            return null;
        }
    }

    private static final class Fields {
        private final Map<String, Object> nameToValue = new LinkedHashMap<>();

        private void put(String name, @Nullable Object value) {
            if (value != null) {
                nameToValue.put(name, value);
            }
        }
    }
}
