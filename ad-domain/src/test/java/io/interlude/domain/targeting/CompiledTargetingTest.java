package io.interlude.domain.targeting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.interlude.domain.targeting.AttributeValue.Flag;
import io.interlude.domain.targeting.AttributeValue.Numeric;
import io.interlude.domain.targeting.AttributeValue.Text;
import io.interlude.domain.targeting.AttributeValue.Texts;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompiledTargetingTest {
    private static final AttributeValue US = new Text("US");
    private static final AttributeValue FIVE = number("5");
    private static final List<TargetingOp> OPS = List.of(TargetingOp.values());

    private static AttributeValue number(String text) {
        return new Numeric(new BigDecimal(text));
    }

    private static Targeting leaf(TargetingOp op, AttributeValue... values) {
        return new Targeting.Leaf("a", op, List.of(values));
    }

    private static boolean holds(Targeting targeting, Map<String, AttributeValue> attributes) {
        return CompiledTargeting.of(targeting).holds(RequestAttributes.of(attributes));
    }

    static Stream<Arguments> comparisons() {
        return Stream.of(
                arguments(TargetingOp.EQ, US, new Text("us"), true),
                arguments(TargetingOp.EQ, US, new Text("usa"), false),
                arguments(TargetingOp.EQ, new Text("STRASSE"), new Text("straße"), true),
                arguments(TargetingOp.NE, US, new Text("us"), false),
                arguments(TargetingOp.NE, US, new Text("ca"), true),
                arguments(TargetingOp.CONTAINS, new Text("Hik"), new Text("night HIKING"), true),
                arguments(TargetingOp.CONTAINS, new Text("ski"), new Text("hiking"), false),
                arguments(TargetingOp.STARTS_WITH, new Text("en"), new Text("EN-gb"), true),
                arguments(TargetingOp.STARTS_WITH, new Text("gb"), new Text("en-gb"), false),
                arguments(TargetingOp.GT, new Text("b"), new Text("C"), true),
                arguments(TargetingOp.LT, new Text("b"), new Text("C"), false),
                // The value sets the type: a text that reads as a number is one.
                arguments(TargetingOp.EQ, FIVE, new Text("5.0"), true),
                arguments(TargetingOp.GT, FIVE, new Text("10"), true),
                arguments(TargetingOp.GTE, FIVE, number("5"), true),
                arguments(TargetingOp.GT, FIVE, number("5"), false),
                arguments(TargetingOp.LT, FIVE, new Text("1e0"), true),
                arguments(TargetingOp.LTE, FIVE, number("5.000"), true),
                arguments(TargetingOp.LT, FIVE, new Text("ten"), false),
                arguments(TargetingOp.GT, FIVE, new Text("ten"), false),
                arguments(TargetingOp.EQ, new Flag(true), new Text("true"), true),
                arguments(TargetingOp.EQ, new Flag(true), new Flag(true), true),
                arguments(TargetingOp.EQ, new Flag(false), new Text("no"), false),
                // Otherwise types that differ don't match.
                arguments(TargetingOp.EQ, new Text("5"), number("5"), false),
                arguments(TargetingOp.EQ, new Text("true"), new Flag(true), false),
                arguments(TargetingOp.EQ, FIVE, new Flag(true), false),
                arguments(TargetingOp.NE, FIVE, new Flag(true), true),
                arguments(TargetingOp.CONTAINS, new Text("5"), number("5"), false),
                // An array matches when any element does.
                arguments(TargetingOp.EQ, US, new Texts(List.of("ca", "us")), true),
                arguments(TargetingOp.NE, US, new Texts(List.of("ca", "us")), true),
                arguments(TargetingOp.NE, US, new Texts(List.of("us")), false),
                arguments(TargetingOp.GT, FIVE, new Texts(List.of("4", "6")), true),
                arguments(TargetingOp.EQ, US, new Texts(List.of()), false));
    }

    @ParameterizedTest
    @MethodSource("comparisons")
    void compares(
            TargetingOp op, AttributeValue value, AttributeValue attribute, boolean expected) {
        assertThat(holds(leaf(op, value), Map.of("a", attribute))).isEqualTo(expected);
    }

    @Test
    void inTakesAnyOfItsValuesEachByItsType() {
        Targeting in = leaf(TargetingOp.IN, US, FIVE, new Flag(true));

        assertThat(holds(in, Map.of("a", new Text("us")))).isTrue();
        assertThat(holds(in, Map.of("a", new Text("5")))).isTrue();
        assertThat(holds(in, Map.of("a", new Text("TRUE")))).isTrue();
        assertThat(holds(in, Map.of("a", new Text("six")))).isFalse();
        assertThat(holds(leaf(TargetingOp.NOT_IN, US, FIVE), Map.of("a", new Text("six"))))
                .isTrue();
    }

    @Test
    void missingAttributeFailsAllButNeNotInAndExistsFalse() {
        Stream.of(TargetingOp.values())
                .filter(op -> op != TargetingOp.EXISTS)
                .forEach(op ->
                        assertThat(holds(leaf(op, US), Map.of("b", US)))
                                .as(op.wireName())
                                .isEqualTo(op == TargetingOp.NE || op == TargetingOp.NOT_IN));
        assertThat(holds(leaf(TargetingOp.EXISTS, new Flag(true)), Map.of())).isFalse();
        assertThat(holds(leaf(TargetingOp.EXISTS, new Flag(false)), Map.of())).isTrue();
        assertThat(holds(leaf(TargetingOp.EXISTS, new Flag(true)), Map.of("a", US))).isTrue();
    }

    @Test
    void combinesWithAllAnyAndNot() {
        Targeting us = leaf(TargetingOp.EQ, US);
        Targeting other = new Targeting.Leaf("b", TargetingOp.EXISTS, List.of(new Flag(true)));
        Map<String, AttributeValue> onlyUs = Map.of("a", US);

        assertThat(holds(Targeting.EVERYONE, Map.of())).isTrue();
        assertThat(holds(new Targeting.Any(List.of()), onlyUs)).isFalse();
        assertThat(holds(new Targeting.All(List.of(us, other)), onlyUs)).isFalse();
        assertThat(holds(new Targeting.Any(List.of(us, other)), onlyUs)).isTrue();
        assertThat(holds(new Targeting.Not(other), onlyUs)).isTrue();
    }

    @Test
    void saysWhichPartFailedAndWhatTheRequestHad() {
        Targeting targeting =
                new Targeting.All(
                        List.of(
                                leaf(TargetingOp.IN, US, new Text("CA")),
                                new Targeting.Leaf("age", TargetingOp.GTE, List.of(number("18")))));
        CompiledTargeting compiled = CompiledTargeting.of(targeting);

        assertThat(compiled.miss(RequestAttributes.of(Map.of("a", new Text("FR")))))
                .contains(new TargetingMiss("a in [US, CA]", "a = FR"));
        assertThat(compiled.miss(RequestAttributes.of(Map.of("a", US))))
                .contains(new TargetingMiss("age gte 18", "age is missing"));
    }

    /// A query string can only say texts. Where the values are numbers and flags, it must select as
    /// the JSON body with the same values of their own type does.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void textSelectsAsTheTypedValueDoes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 2_000; i++) {
            Targeting targeting = randomTree(random, 3);
            Map<String, AttributeValue> typed = new HashMap<>();
            Map<String, AttributeValue> texts = new HashMap<>();
            for (String name : List.of("a", "b")) {
                AttributeValue value = randomTyped(random);
                typed.put(name, value);
                texts.put(name, new Text(asText(value)));
            }

            assertThat(holds(targeting, texts))
                    .as("seed %d: %s of %s", seed, targeting, typed)
                    .isEqualTo(holds(targeting, typed));
        }
    }

    /// However many elements and values there are, and whatever they read as.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void arrayMatchesWhenAnElementAloneDoes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 2_000; i++) {
            List<String> texts = randomTexts(random, random.nextInt(30));
            TargetingOp op = OPS.get(random.nextInt(OPS.size()));
            List<AttributeValue> values =
                    op == TargetingOp.EXISTS
                            ? List.of(new Flag(random.nextBoolean()))
                            : randomValues(random, random.nextInt(1, 12));
            Targeting targeting = new Targeting.Leaf("a", op, values);

            assertThat(holds(targeting, Map.of("a", new Texts(texts))))
                    .as("seed %d: %s of %s", seed, targeting, texts)
                    .isEqualTo(
                            op == TargetingOp.EXISTS
                                    ? values.contains(new Flag(true))
                                    : texts.stream()
                                            .anyMatch(text ->
                                                    holds(targeting, Map.of("a", new Text(text)))));
        }
    }

    private static List<String> randomTexts(SplittableRandom random, int count) {
        List<String> known =
                List.of("1", "1.0", "01", "1e0", "10", "-2", "True", "false", "x", "XY", "y", "");
        return random.ints(count, 0, known.size()).mapToObj(known::get).toList();
    }

    private static List<AttributeValue> randomValues(SplittableRandom random, int count) {
        List<AttributeValue> values = new ArrayList<>();
        for (String text : randomTexts(random, count)) {
            values.add(
                    switch (random.nextInt(3)) {
                        case 0 -> new Text(text);
                        case 1 -> new Flag(random.nextBoolean());
                        default -> number(Integer.toString(random.nextInt(-3, 12)));
                    });
        }
        return values;
    }

    /// One comparison for each value and element would be six billion.
    @Test
    @Timeout(30)
    void manyElementsCostNoMoreForEachValue() {
        List<AttributeValue> values =
                IntStream.range(0, 1_000).mapToObj(i -> number("-" + (i + 1))).toList();
        Targeting leaves =
                new Targeting.Any(
                        IntStream.range(0, 500)
                                .<Targeting>mapToObj(
                                        _ -> new Targeting.Leaf("a", TargetingOp.IN, values))
                                .toList());
        Texts elements = new Texts(IntStream.range(0, 12_000).mapToObj(Integer::toString).toList());

        assertThat(holds(leaves, Map.of("a", elements))).isFalse();
    }

    /// Each of the parts is nearly in the text at each of its places: compared one by one, they
    /// would take a minute and more.
    @Test
    @Timeout(30)
    void manyPartsOfALongTextAreLookedUp() {
        Targeting leaves =
                new Targeting.Any(
                        IntStream.range(0, 100_000)
                                .mapToObj(i -> new Text("a".repeat(128) + i + "a".repeat(100)))
                                .<Targeting>map(text -> leaf(TargetingOp.CONTAINS, text))
                                .toList());

        assertThat(holds(leaves, Map.of("a", new Text("a".repeat(60_000))))).isFalse();
        assertThat(holds(leaves, Map.of("a", new Texts(List.of("a".repeat(60_000), "b")))))
                .isFalse();
    }

    private static Targeting randomTree(SplittableRandom random, int depth) {
        int kind = depth == 0 ? 3 : random.nextInt(4);
        if (kind == 2) {
            return new Targeting.Not(randomTree(random, depth - 1));
        }
        if (kind == 3) {
            List<TargetingOp> ops =
                    Arrays.stream(TargetingOp.values())
                            .filter(op ->
                                    op != TargetingOp.CONTAINS && op != TargetingOp.STARTS_WITH)
                            .toList();
            return new Targeting.Leaf(
                    random.nextBoolean() ? "a" : "b",
                    ops.get(random.nextInt(ops.size())),
                    List.of(randomTyped(random)));
        }
        List<Targeting> children = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            children.add(randomTree(random, depth - 1));
        }
        return kind == 0 ? new Targeting.All(children) : new Targeting.Any(children);
    }

    private static AttributeValue randomTyped(SplittableRandom random) {
        return random.nextInt(4) == 0
                ? new Flag(random.nextBoolean())
                : number(Integer.toString(random.nextInt(-3, 4)));
    }

    private static String asText(AttributeValue value) {
        return switch (value) {
            case Numeric numeric -> numeric.number().toString();
            case Flag(boolean flag) -> Boolean.toString(flag);
            case Text(String text) -> text;
            case Texts(List<String> texts) -> texts.toString();
        };
    }
}
