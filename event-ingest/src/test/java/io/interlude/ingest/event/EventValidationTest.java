package io.interlude.ingest.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.interlude.catalogue.key.ApiKeys;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.ingest.harness.Fetches;
import io.interlude.ingest.harness.KnownKeys;
import io.interlude.ingest.identity.FetchIdentity;
import io.interlude.journal.json.Json;
import io.interlude.schema.EventType;
import io.interlude.web.refusal.Problem;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/// Bodies are written with single quotes, and `F` for the id of a proven fetch.
class EventValidationTest {
    private final EventValidation validation =
            new EventValidation(
                    new FetchIdentity(Fetches.PROOF, () -> 12),
                    Duration.ofDays(30),
                    Fetches.PSEUDONYMS);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    {}                                                             | invalid_version | version
                    {'eventType':'send','fetchEventId':'F'}                        | invalid_version | version
                    {'eventType':'send','fetchEventId':'F','messageId':'F'}        | invalid_version | version
                    {'version':1,'eventType':'send','fetchEventId':'F'}            | invalid_version | version
                    {'version':3,'eventType':'nonsense'}                           | invalid_version | version
                    {'version':'2','eventType':'send','fetchEventId':'F'}          | invalid_version | version
                    {'version':2.5,'eventType':'send','fetchEventId':'F'}          | invalid_version | version
                    {'version':true,'eventType':'send','fetchEventId':'F'}         | invalid_version | version
                    {'version':99999999999999999999,'eventType':'send'}            | invalid_version | version
                    {'version':2}                                                  | invalid_event_type | eventType
                    {'version':2,'fetchEventId':'F'}                               | invalid_event_type | eventType
                    {'version':2,'eventType':'fetch','fetchEventId':'F'}           | invalid_event_type | eventType
                    {'version':2,'eventType':'no_fill','fetchEventId':'F'}         | invalid_event_type | eventType
                    {'version':2,'eventType':'custom','fetchEventId':'F'}          | invalid_event_type | eventType
                    {'version':2,'eventType':'UNKNOWN','fetchEventId':'F'}         | invalid_event_type | eventType
                    {'version':2,'eventType':'Send','fetchEventId':'F'}            | invalid_event_type | eventType
                    {'version':2,'eventType':['send'],'fetchEventId':'F'}          | invalid_event_type | eventType
                    {'version':2,'eventType':null,'fetchEventId':'x'}              | invalid_event_type | eventType
                    {'version':2,'eventType':'send'}                               | unknown_fetch | fetchEventId
                    {'version':2,'eventType':'send','fetchEventId':null}           | unknown_fetch | fetchEventId
                    {'version':2,'eventType':'send','fetchEventId':7}              | unknown_fetch | fetchEventId
                    {'version':2,'eventType':'send','fetchEventId':'x','timestamp':'x'} | unknown_fetch | fetchEventId
                    {'version':2,'eventType':'send','fetchEventId':'F','timestamp':'1'} | invalid_event_data | timestamp
                    {'version':2,'eventType':'send','fetchEventId':'F','timestamp':1.5} | invalid_event_data | timestamp
                    {'version':2,'eventType':'send','fetchEventId':'F','timestamp':0}   | invalid_event_data | timestamp
                    {'version':2,'eventType':'send','fetchEventId':'F','timestamp':1e400} | invalid_event_data | timestamp
                    {'version':2,'eventType':'send','fetchEventId':'F','subscriber':7}  | invalid_event_data | subscriber
                    {'version':2,'eventType':'send','fetchEventId':'F','eventData':[]}  | invalid_event_data | eventData
                    {'version':2,'eventType':'send','fetchEventId':'F','eventData':'x'} | invalid_event_data | eventData
                    {'version':2,'eventType':'send','fetchEventId':'F','eventData':{'x':1e999999}} | invalid_event_data | eventData.x
                    {'version':2,'eventType':'conversion','fetchEventId':'F','eventData':{'value':'x'}} | invalid_event_data | eventData.value
                    {'version':2,'eventType':'conversion','fetchEventId':'F','eventData':{'value':-1}} | invalid_event_data | eventData.value
                    {'version':2,'eventType':'conversion','fetchEventId':'F','eventData':{'value':true}} | invalid_event_data | eventData.value
                    {'version':2,'eventType':'conversion','fetchEventId':'F','eventData':{'value':'1e99'}} | invalid_event_data | eventData.value
                    {'version':2,'eventType':'conversion','fetchEventId':'F','eventData':{'value':'1e-999999999'}} | invalid_event_data | eventData.value
                    {'version':2,'eventType':'conversion','fetchEventId':'F','eventData':{'cur':'EURO'}} | invalid_event_data | eventData.cur
                    {'version':2,'eventType':'conversion','fetchEventId':'F','eventData':{'cur':9}} | invalid_event_data | eventData.cur
                    {'version':2,'eventType':'conversion','fetchEventId':'F','eventData':{'name':{}}} | invalid_event_data | eventData.name
                    {'version':2,'eventType':'node_visit','fetchEventId':'F'}      | invalid_event_data | eventData
                    {'version':2,'eventType':'node_visit','fetchEventId':'F','eventData':{}} | invalid_event_data | eventData.nodeId
                    {'version':2,'eventType':'node_visit','fetchEventId':'F','eventData':{'nodeId':'Hello there'}} | invalid_event_data | eventData.nodeId
                    {'version':2,'eventType':'choice_tap','fetchEventId':'F','eventData':{'nodeId':'a'}} | invalid_event_data | eventData.choiceId
                    {'version':2,'eventType':'nlu_match','fetchEventId':'F','eventData':{'nodeId':'a','intent':'I want it'}} | invalid_event_data | eventData.intent
                    {'version':2,'eventType':'flow_complete','fetchEventId':'F','eventData':{'terminalNodeId':'a'}} | invalid_event_data | eventData.turns
                    {'version':2,'eventType':'flow_complete','fetchEventId':'F','eventData':{'terminalNodeId':'a','turns':-1}} | invalid_event_data | eventData.turns
                    {'version':2,'eventType':'flow_complete','fetchEventId':'F','eventData':{'terminalNodeId':'a','turns':'3'}} | invalid_event_data | eventData.turns
                    {'version':2,'eventType':'flow_abandon','fetchEventId':'F','eventData':{'lastNodeId':'a','turns':1}} | invalid_event_data | eventData.reason
                    {'version':2,'eventType':'flow_abandon','fetchEventId':'F','eventData':{'reason':'bored'}} | invalid_event_data | eventData.reason
                    {'version':2,'eventType':'flow_abandon','fetchEventId':'F','eventData':{'reason':'timeout','turns':1}} | invalid_event_data | eventData.lastNodeId
                    {'version':2,'eventType':'handoff_click','fetchEventId':'F','eventData':{'nodeId':'a','handoffKind':'app'}} | invalid_event_data | eventData.handoffKind
                    {'eventName':'seen'}                                           | unknown_fetch | messageId
                    {'messageId':'x','eventName':'seen'}                           | unknown_fetch | messageId
                    {'messageId':'F'}                                              | invalid_event_data | eventName
                    {'messageId':'F','eventName':' '}                              | invalid_event_data | eventName
                    {'messageId':'F','eventName':7}                                | invalid_event_data | eventName
                    {'messageId':'F','eventName':'seen','eventData':1}             | invalid_event_data | eventData
                    """)
    void refusesWithReasonAndField(String body, String reason, String field) {
        Problem problem = refused(body, EventForm.API, KeyKind.FETCH);
        assertThat(problem.reason().wireName()).isEqualTo(reason);
        assertThat(problem.reason().status()).isEqualTo(422);
        assertThat(problem.fields()).containsEntry("field", field);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    {'version':2,'eventType':'send','fetchEventId':'F'}                 | send
                    {'version':2,'eventType':'deliver','fetchEventId':'F','eventData':null,'timestamp':null,'subscriber':null} | deliver
                    {'version':2,'eventType':'read','fetchEventId':'F','extra':1}       | read
                    {'version':2,'eventType':'click','fetchEventId':'F','eventData':{}} | click
                    {'version':2,'eventType':'conversion','fetchEventId':'F'}           | conversion
                    {'version':2,'eventType':'node_visit','fetchEventId':'F','eventData':{'nodeId':'start'}} | node_visit
                    {'version':2,'eventType':'choice_tap','fetchEventId':'F','eventData':{'nodeId':'a','choiceId':'b-1'}} | choice_tap
                    {'version':2,'eventType':'nlu_match','fetchEventId':'F','eventData':{'nodeId':'a','intent':'buy_now'}} | nlu_match
                    {'version':2,'eventType':'flow_complete','fetchEventId':'F','eventData':{'terminalNodeId':'a','turns':3}} | flow_complete
                    {'version':2,'eventType':'flow_abandon','fetchEventId':'F','eventData':{'lastNodeId':'a','turns':0,'reason':'user_exit'}} | flow_abandon
                    {'version':2,'eventType':'flow_abandon','fetchEventId':'F','eventData':{'reason':'unsupported_spec'}} | flow_abandon
                    {'version':2,'eventType':'handoff_click','fetchEventId':'F','eventData':{'nodeId':'a','handoffKind':'url'}} | handoff_click
                    {'messageId':'F','eventName':'seen'}                                | custom
                    {'version':null,'messageId':'F','eventName':'seen','eventData':{}}  | custom
                    """)
    void acceptsEveryType(String body, EventType type) {
        assertThat(accepted(body, EventForm.API).type()).isEqualTo(type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fetchEventId", "messageId"})
    void tellsForeignForgedAndMalformedIdsAlike(String field) {
        String[] ids = {
            Fetches.aForgedFetch().toString(),
            Fetches.aFetch(KnownKeys.OTHER_ORG, Fetches.AGE, 3).toString(),
            Fetches.aFetch(KnownKeys.ORG, Fetches.AGE, 12).toString(),
            Fetches.aFetch().uuid().toString(),
            Fetches.aFetch() + "0",
            "native-",
            ""
        };
        String form =
                field.equals("messageId")
                        ? "{'messageId':'%s','eventName':'seen'}"
                        : "{'version':2,'eventType':'send','fetchEventId':'%s'}";
        Problem first = refused(form.formatted(ids[0]), EventForm.API, KeyKind.FETCH);
        for (String id : ids) {
            Problem problem = refused(form.formatted(id), EventForm.API, KeyKind.FETCH);
            assertThat(problem).as(id).isEqualTo(first);
            assertThat(problem.fields()).containsEntry("field", field);
        }
    }

    @Test
    void takesTheTimeFromTheClientWithinTheToleranceOfClocks() {
        Instant earliest = Fetches.NOW.minus(Fetches.AGE).minus(EventBody.CLOCK_TOLERANCE);
        Instant latest = Fetches.NOW.plus(EventBody.CLOCK_TOLERANCE);
        assertThat(accepted(at(earliest), EventForm.API).occurrence().occurredAt())
                .isEqualTo(earliest);
        assertThat(accepted(at(latest), EventForm.API).occurrence().occurredAt()).isEqualTo(latest);
        for (Instant outside : new Instant[] {earliest.minusMillis(1), latest.plusMillis(1)}) {
            assertThat(refused(at(outside), EventForm.API, KeyKind.FETCH).fields())
                    .containsEntry("field", "timestamp");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'version':2,'eventType':'read','fetchEventId':'F','eventData':{'K':['see K']},'subscriber':'K'}",
                "{'version':2,'eventType':'click','fetchEventId':'F','eventData':{'key':'K'}}",
                "{'version':2,'eventType':'conversion','fetchEventId':'F','eventData':{'name':'K'}}",
                "{'messageId':'F','eventName':'K','eventData':{'a':'K'}}"
            })
    void keepsNoKeyInWhatAClientChooses(String body) {
        String key = ApiKeys.generate(KeyKind.FETCH, new SecureRandom());

        ReportedEvent event = accepted(body.replace("K", key), EventForm.API);

        assertThat(event.toString())
                .doesNotContain(key)
                .contains("key:" + ApiKeys.sha256(key).substring(0, 12));
    }

    @Test
    void boundsEventDataAtEightKibibytes() {
        String form = "{'version':2,'eventType':'send','fetchEventId':'F','eventData':{'x':'%s'}}";
        String most = "a".repeat(EventBody.MAX_EVENT_DATA_BYTES - "{\"x\":\"\"}".length());
        String wide = "\u20ac".repeat(2_729);

        assertThat(accepted(form.formatted(most), EventForm.API).type()).isEqualTo(EventType.send);
        for (String more : new String[] {most + "a", wide}) {
            assertThat(refused(form.formatted(more), EventForm.API, KeyKind.FETCH).fields())
                    .containsEntry("field", "eventData");
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "19.99, 19990000",
                "'19.99', 19990000",
                "\"19.99\", 19990000",
                "0.30000000000000004, 300000",
                "\"0.0000005\", 0",
                "\"0.0000015\", 2",
                "999999999999.999999, 999999999999999999",
                "0, 0",
                "5e2, 500000000"
            })
    void readsMoneyInMicros(String value, long micros) {
        String money = "{'value':" + value + ",'cur':'eur','conversionName':'n','name':'m'}";
        ReportedEvent event =
                accepted(
                        "{'version':2,'eventType':'conversion','fetchEventId':'F','eventData':"
                                + money
                                + "}",
                        EventForm.API);
        assertThat(((ReportedEvent.Conversion) event).value())
                .isEqualTo(new ConversionValue("n", micros, "EUR", null));
    }

    @Test
    void readsTheOrder() {
        String body =
                "{'version':2,'eventType':'conversion','fetchEventId':'F','eventData':{'orderId':%s}}";

        ReportedEvent event = accepted(body.formatted("'o-1'"), EventForm.API);
        assertThat(((ReportedEvent.Conversion) event).value().orderId()).isEqualTo("o-1");
        for (String malformed : new String[] {"7", "' '", "'" + "o".repeat(129) + "'"}) {
            assertThat(
                            refused(body.formatted(malformed), EventForm.API, KeyKind.FETCH)
                                    .reason()
                                    .wireName())
                    .isEqualTo("invalid_event_data");
        }
    }

    @Test
    void keepsConversionsAsFactsUpTo400Days() {
        for (EventForm form : new EventForm[] {EventForm.API, EventForm.OFFLINE, EventForm.PIXEL}) {
            FetchId last = Fetches.aFetch(KnownKeys.ORG, Duration.ofDays(30), 3);
            FetchId late = Fetches.aFetch(KnownKeys.ORG, Duration.ofDays(30).plusMillis(1), 3);
            FetchId latest = Fetches.aFetch(KnownKeys.ORG, Duration.ofDays(400), 3);
            FetchId gone = Fetches.aFetch(KnownKeys.ORG, Duration.ofDays(400).plusMillis(1), 3);
            assertThat(((ReportedEvent.Conversion) accepted(conversion(form, last), form)).late())
                    .isFalse();
            for (FetchId past : new FetchId[] {late, latest}) {
                ReportedEvent fact = accepted(conversion(form, past), form);
                assertThat(((ReportedEvent.Conversion) fact).late()).isTrue();
            }
            assertThat(refused(conversion(form, gone), form, KeyKind.FETCH).reason().wireName())
                    .isEqualTo("unknown_fetch");
        }
    }

    @Test
    void publisherTagReportsFlowEventsDeliveriesReadsAndPixelsOnly() {
        String form = "{'version':2,'eventType':'%s','fetchEventId':'bad'}";
        for (String type : new String[] {"send", "click", "conversion"}) {
            assertThat(refused(form.formatted(type), EventForm.API, KeyKind.TAG).reason().status())
                    .isEqualTo(403);
        }
        for (String type : new String[] {"deliver", "read"}) {
            assertThat(refused(form.formatted(type), EventForm.API, KeyKind.TAG).reason().status())
                    .isEqualTo(422);
        }
        assertThat(
                        refused("{'messageId':'F','eventName':'x'}", EventForm.API, KeyKind.TAG)
                                .reason()
                                .status())
                .isEqualTo(403);
        assertThat(
                        refused(form.formatted("node_visit"), EventForm.API, KeyKind.TAG)
                                .reason()
                                .wireName())
                .isEqualTo("unknown_fetch");
        String pixel = "{'eventData':{'name':'buy'}}";
        assertThat(validation.validate(json(pixel), submission(EventForm.PIXEL, KeyKind.TAG)))
                .isInstanceOf(EventVerdict.Accepted.class);
    }

    @Test
    void sandboxEventsAreCheckedAndNotRecorded() {
        String form =
                "{'version':2,'eventType':'%s','fetchEventId':'" + Fetches.aSandboxFetch() + "'}";
        assertThat(validation.validate(json(form.formatted("send")), api()))
                .isInstanceOf(EventVerdict.Sandboxed.class);
        assertThat(validation.validate(json(form.formatted("node_visit")), api()))
                .isInstanceOf(EventVerdict.Refused.class);
    }

    @Test
    void batchTakesVersionTwoOnly() {
        String legacy = "{'messageId':'F','eventName':'seen'}";
        assertThat(refused(legacy, EventForm.BATCH, KeyKind.FETCH).reason().wireName())
                .isEqualTo("invalid_version");
    }

    @Test
    void keepsThePseudonymOfWhomTheReportNames() {
        String form = "{'version':2,'eventType':'send','fetchEventId':'F','subscriber':'%s'}";
        assertThat(accepted(form.formatted("s-1"), EventForm.API).occurrence().subscriber())
                .isEqualTo(new Subscriber("pseudonym of s-1"));
        assertThat(accepted(form.formatted("unknown"), EventForm.API).occurrence().subscriber())
                .isNull();
        assertThat(accepted(form.formatted(""), EventForm.API).occurrence().subscriber()).isNull();
    }

    private ReportedEvent accepted(String body, EventForm form) {
        EventVerdict verdict = validation.validate(json(body), submission(form, KeyKind.FETCH));
        return verdict instanceof EventVerdict.Accepted(ReportedEvent event)
                ? event
                : fail(body + " gave " + verdict);
    }

    private Problem refused(String body, EventForm form, KeyKind kind) {
        EventVerdict verdict = validation.validate(json(body), submission(form, kind));
        return verdict instanceof EventVerdict.Refused refused
                ? refused.problem()
                : fail(body + " gave " + verdict);
    }

    private static Submission api() {
        return submission(EventForm.API, KeyKind.FETCH);
    }

    private static Submission submission(EventForm form, KeyKind kind) {
        return new Submission(KnownKeys.caller(kind), form, Fetches.NOW, null);
    }

    private static String at(Instant time) {
        return "{'version':2,'eventType':'send','fetchEventId':'F','timestamp':%d}"
                .formatted(time.toEpochMilli());
    }

    private static String conversion(EventForm form, FetchId fetchId) {
        String template =
                form == EventForm.API
                        ? "{'version':2,'eventType':'conversion','fetchEventId':'%s'}"
                        : "{'messageId':'%s','eventData':{'name':'buy'}}";
        return template.formatted(fetchId);
    }

    private static ObjectNode json(String body) {
        String text = body.replace("'F'", "'" + Fetches.aFetch() + "'").replace('\'', '"');
        return (ObjectNode) Json.MAPPER.readTree(text);
    }
}
