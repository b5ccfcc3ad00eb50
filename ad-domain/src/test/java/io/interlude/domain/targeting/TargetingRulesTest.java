package io.interlude.domain.targeting;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.targeting.AttributeValue.Flag;
import io.interlude.domain.targeting.AttributeValue.Numeric;
import io.interlude.domain.targeting.AttributeValue.Text;
import io.interlude.domain.targeting.AttributeValue.Texts;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The contract's paragraph on targeting, sentence by sentence. A table spells an attribute as
/// `missing`, `text:x`, `number:1`, `flag:true` or `texts:x;y`, and a rule's values alike.
class TargetingRulesTest {
    private static List<AttributeValue> values(String cell) {
        return Arrays.stream(cell.split(","))
                .map(String::strip)
                .map(TargetingRulesTest::value)
                .toList();
    }

    private static AttributeValue value(String cell) {
        String text = cell.substring(cell.indexOf(':') + 1);
        return switch (cell.substring(0, cell.indexOf(':'))) {
            case "number" -> new Numeric(new BigDecimal(text));
            case "flag" -> new Flag(Boolean.parseBoolean(text));
            case "texts" -> new Texts(text.isEmpty() ? List.of() : Arrays.asList(text.split(";")));
            default -> new Text(text);
        };
    }

    private static void assertHolds(String op, String rule, String attribute, boolean expected) {
        TargetingOp wanted =
                Arrays.stream(TargetingOp.values())
                        .filter(one -> one.wireName().equals(op))
                        .findFirst()
                        .orElseThrow();
        Targeting leaf = new Targeting.Leaf("a", wanted, values(rule));
        RequestAttributes request =
                attribute.equals("missing")
                        ? RequestAttributes.NONE
                        : RequestAttributes.of(Map.of("a", value(attribute)));
        String what = op + " " + rule + " of " + attribute;
        assertThat(CompiledTargeting.of(leaf).holds(request)).as(what).isEqualTo(expected);
        assertThat(indexed(leaf, request)).as("index: " + what).isEqualTo(expected);
    }

    private static boolean indexed(Targeting tree, RequestAttributes request) {
        long[] trees = Bits.all(1);
        TargetingIndex.of(List.of(tree)).retain(request, trees);
        return Bits.has(trees, 0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    eq         | number:5       | text:5        | true
                    eq         | number:5       | text:5.00     | true
                    eq         | number:5       | text:5e0      | true
                    eq         | number:5       | text:05       | true
                    eq         | number:5       | text:five     | false
                    eq         | number:5       | text:5x       | false
                    eq         | number:5       | number:5.0    | true
                    eq         | number:0       | text:-0.0     | true
                    in         | number:5       | texts:4;5     | true
                    eq         | flag:true      | text:true     | true
                    eq         | flag:true      | text:TRUE     | true
                    eq         | flag:false     | text:false    | true
                    eq         | flag:true      | text:1        | false
                    eq         | flag:true      | number:1      | false
                    ne         | flag:true      | text:false    | true
                    gt         | number:5       | text:10       | true
                    lt         | number:5       | text:10       | false
                    gte        | number:5       | text:5        | true
                    lte        | number:5       | text:5        | true
                    eq         | text:5         | number:5      | false
                    eq         | text:true      | flag:true     | false
                    in         | text:5,number:6| number:5      | false
                    gt         | text:5         | number:9      | false
                    contains   | text:5         | number:55     | false
                    startsWith | text:5         | number:55     | false
                    """)
    void ruleSetsTheType(String op, String rule, String attribute, boolean expected) {
        assertHolds(op, rule, attribute, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    eq         | text:x      | texts:y;x   | true
                    eq         | text:x      | texts:y     | false
                    in         | text:x      | texts:      | false
                    contains   | text:ell    | texts:a;hello | true
                    startsWith | text:he     | texts:a;hello | true
                    gt         | number:3    | texts:1;4   | true
                    notIn      | text:x      | texts:x;y   | true
                    notIn      | text:x      | texts:x     | false
                    ne         | text:x      | texts:      | false
                    exists     | flag:true   | texts:      | true
                    """)
    void arrayMatchesWhenAnyElementDoes(
            String op, String rule, String attribute, boolean expected) {
        assertHolds(op, rule, attribute, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    eq         | text:Istanbul | text:ISTANBUL | true
                    eq         | text:TITLE    | text:title    | true
                    eq         | text:straße   | text:STRASSE  | true
                    eq         | text:ΣΊΣΥΦΟΣ  | text:σίσυφος  | true
                    contains   | text:I        | text:title    | true
                    startsWith | text:É        | text:école    | true
                    gt         | text:b        | text:C        | true
                    lte        | text:Paris    | text:PARIS    | true
                    """)
    void stringsCompareWithoutTheirCase(
            String op, String rule, String attribute, boolean expected) {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("tr"));
            assertHolds(op, rule, attribute, expected);
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    eq         | text:x     | missing | false
                    in         | text:x     | missing | false
                    gt         | number:1   | missing | false
                    gte        | number:1   | missing | false
                    lt         | number:1   | missing | false
                    lte        | number:1   | missing | false
                    contains   | text:x     | missing | false
                    startsWith | text:x     | missing | false
                    exists     | flag:true  | missing | false
                    exists     | flag:false | missing | true
                    exists     | flag:false | text:x  | false
                    exists     | flag:true  | text:   | true
                    ne         | text:x     | missing | true
                    notIn      | text:x     | missing | true
                    """)
    void missingAttributeFailsAllButNeNotInAndExistsFalse(
            String op, String rule, String attribute, boolean expected) {
        assertHolds(op, rule, attribute, expected);
    }

    @Test
    void emptyGroupsAndNestedNots() {
        Targeting never = new Targeting.Any(List.of());
        Targeting always = new Targeting.All(List.of());
        Targeting nested = new Targeting.All(List.of(new Targeting.Any(List.of(never, always))));

        assertThat(indexed(never, RequestAttributes.NONE)).isFalse();
        assertThat(indexed(always, RequestAttributes.NONE)).isTrue();
        assertThat(indexed(nested, RequestAttributes.NONE)).isTrue();
        assertThat(indexed(new Targeting.Not(never), RequestAttributes.NONE)).isTrue();
        assertThat(indexed(new Targeting.Not(new Targeting.Not(never)), RequestAttributes.NONE))
                .isFalse();
    }
}
