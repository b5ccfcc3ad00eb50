package io.interlude.manage.lineitem;

import static io.interlude.manage.catalogue.Reading.KINDS;
import static io.interlude.manage.catalogue.Reading.object;
import static io.interlude.manage.catalogue.Reading.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.manage.catalogue.Reading;
import io.interlude.schema.LineItemChanged;
import io.interlude.web.refusal.Reason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class LineItemsTest {
    private static final ObjectNode SMALLEST =
            object(
                    """
                    {'campaignId': 'camp', 'name': 'Spring',
                     'price': {'model': 'cpm', 'amount': {'amount': '12.50', 'currency': 'USD'}}}
                    """);
    private static final ObjectNode FULL =
            object(
                    """
                    {'campaignId': 'camp', 'name': 'Spring', 'status': 'active', 'priority': 3,
                     'weight': 2, 'startAt': '2026-03-01T00:00:00Z',
                     'endAt': '2026-04-01T00:00:00.500Z', 'timeZone': 'Europe/Berlin',
                     'dayparts': [{'days': ['mon', 'sun'], 'from': '08:30', 'to': '24:00'}],
                     'adUnits': ['home', 'chat'],
                     'price': {'model': 'cpc', 'amount': {'amount': '0.35', 'currency': 'EUR'}},
                     'budget': {'daily': {'amount': '50.00', 'currency': 'EUR'},
                                'lifetime': {'amount': '0.000001', 'currency': 'EUR'},
                                'dailyImpressions': 1000},
                     'goal': {'impressions': 5000000000}, 'pacing': 'frontloaded',
                     'frequencyCaps': [{'max': 3, 'per': 'PT24H', 'scope': 'lineItem'},
                                       {'max': 9, 'per': 'lifetime', 'scope': 'creative'}],
                     'targeting': {'all': [{'attribute': 'country', 'op': 'in',
                                            'value': ['US', 'CA']},
                                           {'not': {'attribute': 'age', 'op': 'lt',
                                                    'value': 18}}]},
                     'rotation': 'sequential', 'explorationShare': 0.25,
                     'context': {'topics': ['hiking'], 'minRelevance': 0.3,
                                 'runOfNetwork': true}}
                    """);

    @Test
    void echoesEverythingThatItWasGiven() {
        assertThat(Reading.echo(KINDS.lineItems(), FULL)).isEqualTo(FULL);
    }

    @ParameterizedTest
    @CsvSource({"cpm, deliver", "cpm, read"})
    void echoesTheEventThatIsBilled(String model, String billOn) {
        ObjectNode json = SMALLEST.deepCopy();
        ((ObjectNode) json.get("price")).put("model", model).put("billOn", billOn);

        assertThat(Reading.echo(KINDS.lineItems(), json).at("/price/billOn").stringValue())
                .isEqualTo(billOn);
    }

    @Test
    void fillsInDefaults() {
        assertThat(Reading.echo(KINDS.lineItems(), SMALLEST))
                .isEqualTo(
                        object(
                                """
                                {'campaignId': 'camp', 'name': 'Spring', 'status': 'draft',
                                 'priority': 8, 'weight': 1, 'timeZone': 'UTC', 'dayparts': [],
                                 'adUnits': [],
                                 'price': {'model': 'cpm',
                                           'amount': {'amount': '12.50', 'currency': 'USD'}},
                                 'pacing': 'even', 'frequencyCaps': [], 'rotation': 'adaptive',
                                 'explorationShare': 0.1,
                                 'context': {'topics': [], 'runOfNetwork': false}}
                                """));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    /campaignId             | 'gone'              | campaignId exists
                    /name                   | ''                  | name length
                    /name                   | 'a\\u0000b'         | name characters
                    /status                 | 'running'           | status choice
                    /status                 | 'UNKNOWN'           | status choice
                    /priority               | 0                   | priority range
                    /priority               | 17                  | priority range
                    /priority               | 99999999999         | priority range
                    /weight                 | 0                   | weight range
                    /startAt                | 'yesterday'         | startAt instant
                    /startAt                | '2026-05-01T00:00:00Z' | endAt order
                    /startAt                | '+999999999-12-31T00:00:00Z' | startAt instant
                    /timeZone               | 'Mars/Olympus'      | timeZone time_zone
                    /timeZone               | '+02:00'            | timeZone time_zone
                    /adUnits                | ['home', 'attic']   | adUnits[1] exists
                    /adUnits                | ['home', 'home']    | adUnits[1] unique
                    /price/model            | 'cpx'               | price.model choice
                    /price/amount/amount    | '-1'                | price.amount.amount range
                    /price/amount/amount    | '1e3'               | price.amount.amount decimal
                    /price/amount/amount    | '1.0000001'         | price.amount.amount decimal
                    /price/amount/amount    | '9999999999999'     | price.amount.amount decimal
                    /price/amount/currency  | 'EURO'              | price.amount.currency length
                    /price/amount/currency  | 'ABC'               | price.amount.currency currency
                    /budget/daily/currency  | 'USD'               | budget.daily.currency currency
                    /budget/dailyImpressions | -1                 | budget.dailyImpressions range
                    /goal                   | {}                  | goal exactly_one
                    /goal                   | {'views': 3}        | goal exactly_one
                    /goal                   | {'clicks': 1, 'impressions': 2} | goal exactly_one
                    /goal/impressions       | 0                   | goal.impressions range
                    /goal/impressions       | 1000000000001       | goal.impressions range
                    /goal                   | {'clicks': -1}      | goal.clicks range
                    /goal                   | {'spend': {'amount': '0', 'currency': 'EUR'}} | goal.spend.amount range
                    /goal                   | {'spend': {'amount': '5', 'currency': 'USD'}} | goal.spend.currency currency
                    /endAt                  | absent              | endAt goal_needs_end
                    /pacing                 | 'slow'              | pacing choice
                    /rotation               | 'random'            | rotation choice
                    /explorationShare       | 1.5                 | explorationShare range
                    /explorationShare       | 0.12345             | explorationShare precision
                    /context/minRelevance   | 2                   | context.minRelevance range
                    """)
    void refusesWhatBreaksARule(String pointer, String value, String violation) {
        // given
        ObjectNode broken = with(FULL, pointer, value);

        // then
        assertThat(Reading.violations(KINDS.lineItems(), broken)).containsExactly(violation);
        assertThat(Reading.reason(KINDS.lineItems(), broken)).isEqualTo(Reason.INVALID_RESOURCE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    [{'from': '10:00', 'to': '10:00'}]                  | dayparts[0].to order
                    [{'from': '25:00', 'to': '24:00'}]                  | dayparts[0].from time
                    [{'from': '8:00', 'to': '24:00'}]                   | dayparts[0].from time
                    [{'days': ['monday'], 'from': '08:00', 'to': '09:00'}] | dayparts[0].days[0] choice
                    """)
    void refusesDayparts(String dayparts, String violation) {
        assertThat(Reading.violations(KINDS.lineItems(), with(FULL, "/dayparts", dayparts)))
                .containsExactly(violation);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    [{'max': 0, 'per': 'PT1H'}]                    | frequencyCaps[0].max range
                    [{'max': 1001, 'per': 'PT1H'}]                 | frequencyCaps[0].max range
                    [{'max': 1, 'per': 'a day'}]                   | frequencyCaps[0].per duration
                    [{'max': 1, 'per': 'P1M'}]                     | frequencyCaps[0].per duration
                    [{'max': 1, 'per': '-PT1H'}]                   | frequencyCaps[0].per duration
                    [{'max': 1, 'per': 'PT0S'}]                    | frequencyCaps[0].per duration
                    [{'max': 1, 'per': 'P1W', 'scope': 'planet'}]  | frequencyCaps[0].scope choice
                    """)
    void refusesFrequencyCaps(String caps, String violation) {
        assertThat(Reading.violations(KINDS.lineItems(), with(FULL, "/frequencyCaps", caps)))
                .containsExactly(violation);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    /campaignId             | absent         | campaignId required
                    /campaignId             | null           | campaignId required
                    /name                   | 7              | name type
                    /price                  | absent         | price required
                    /price                  | '12.50'        | price type
                    /price/amount           | absent         | price.amount required
                    /price/amount/amount    | 12.5           | price.amount.amount type
                    /price/amount/currency  | absent         | price.amount.currency required
                    /priority               | '8'            | priority type
                    /priority               | 2.5            | priority type
                    /startAt                | 1772323200000  | startAt type
                    /adUnits                | 'home'         | adUnits type
                    /goal                   | 5000           | goal type
                    /goal/impressions       | 2.5            | goal.impressions type
                    /goal                   | {'spend': '5'} | goal.spend type
                    /goal                   | {'spend': {'amount': '5'}} | goal.spend.currency required
                    /adUnits                | [7]            | adUnits[0] type
                    /dayparts               | [[]]           | dayparts[0] type
                    /frequencyCaps          | [{'max': 1}]   | frequencyCaps[0].per required
                    /targeting              | 'everyone'     | targeting type
                    /context/runOfNetwork   | 'yes'          | context.runOfNetwork type
                    """)
    void refusesAWrongShape(String pointer, String value, String violation) {
        // given
        ObjectNode broken = with(FULL, pointer, value);

        // then
        assertThat(Reading.violations(KINDS.lineItems(), broken)).containsExactly(violation);
        assertThat(Reading.reason(KINDS.lineItems(), broken)).isEqualTo(Reason.INVALID_REQUEST);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'clicks': 7}",
                "{'conversions': 1}",
                "{'spend': {'amount': '100.00', 'currency': 'EUR'}}"
            })
    void echoesEachGoal(String goal) {
        ObjectNode given = with(FULL, "/goal", goal);

        assertThat(Reading.echo(KINDS.lineItems(), given)).isEqualTo(given);
    }

    @Test
    void aFlightIsPlannedFromTheFirstActivation() {
        // given
        Instant first = Instant.parse("2026-06-10T12:00:00Z");
        LineItemChanged active = read("active", null, first);
        LineItemChanged paused = read("paused", active, first.plusSeconds(30));

        // when
        LineItemChanged again = read("active", paused, first.plusSeconds(60));

        // then
        assertThat(active.getFirstActivatedAt()).isEqualTo(first);
        assertThat(again.getFirstActivatedAt()).isEqualTo(first);
        assertThat(again.getActivatedAt()).isEqualTo(first.plusSeconds(60));
    }

    @Test
    void aRecordOfBeforeKeepsItsActivationAsTheFirst() {
        // given
        Instant first = Instant.parse("2026-06-10T12:00:00Z");
        LineItemChanged old = read("active", null, first);
        old.setFirstActivatedAt(null);

        // then
        assertThat(read("paused", old, first.plusSeconds(9)).getFirstActivatedAt())
                .isEqualTo(first);
    }

    private static LineItemChanged read(
            String status, @Nullable LineItemChanged previous, Instant now) {
        return Reading.decode(
                KINDS.lineItems(), with(FULL, "/status", "'" + status + "'"), previous, now);
    }

    @Test
    void refusesACpmThatAFetchCannotBillExactly() {
        assertThat(
                        Reading.violations(
                                KINDS.lineItems(),
                                with(SMALLEST, "/price/amount/amount", "'0.0001'")))
                .containsExactly("price.amount.amount precision");
    }

    @Test
    void refusesTargetingWithAReasonOfItsOwn() {
        // given
        ObjectNode broken =
                with(FULL, "/targeting", "{'any': [{'attribute': 'x', 'op': 'like', 'value': 1}]}");

        // then
        assertThat(Reading.reason(KINDS.lineItems(), broken)).isEqualTo(Reason.INVALID_TARGETING);
        assertThat(Reading.violations(KINDS.lineItems(), broken))
                .allMatch(violation -> violation.startsWith("targeting.any[0]"));
    }

    @Test
    void namesEverythingThatIsWrong() {
        // given
        ObjectNode broken =
                object("{'name': '', 'priority': 0, 'price': {'model': 1}, 'timeZone': 'x'}");

        // then
        assertThat(Reading.violations(KINDS.lineItems(), broken))
                .containsExactly(
                        "campaignId required",
                        "name length",
                        "priority range",
                        "timeZone time_zone",
                        "price.amount required",
                        "price.model type");
    }
}
