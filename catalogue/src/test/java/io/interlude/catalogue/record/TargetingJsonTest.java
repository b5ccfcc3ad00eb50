package io.interlude.catalogue.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.targeting.AttributeValue;
import io.interlude.domain.targeting.Targeting;
import io.interlude.domain.targeting.TargetingOp;
import io.interlude.journal.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetingJsonTest {
    private static final List<TargetingOp> OPS = List.of(TargetingOp.values());

    private static TargetingJson.Parsed parse(String json) {
        return TargetingJson.parse(Json.MAPPER.readTree(json), "targeting");
    }

    private static List<String> violationPaths(String json) {
        return parse(json) instanceof TargetingJson.Parsed.Invalid invalid
                ? invalid.violations().stream().map(Violation::path).toList()
                : List.of();
    }

    @Test
    void parsesATree() {
        TargetingJson.Parsed parsed =
                parse(
                        """
                        {"all": [
                          {"attribute": "country", "op": "in", "value": ["US", "CA"]},
                          {"not": {"attribute": "age", "op": "lt", "value": 18.5}},
                          {"any": [{"attribute": "vip", "op": "exists", "value": false}]}
                        ]}
                        """);

        assertThat(parsed)
                .isEqualTo(
                        new TargetingJson.Parsed.Valid(
                                new Targeting.All(
                                        List.of(
                                                new Targeting.Leaf(
                                                        "country",
                                                        TargetingOp.IN,
                                                        List.of(text("US"), text("CA"))),
                                                new Targeting.Not(
                                                        new Targeting.Leaf(
                                                                "age",
                                                                TargetingOp.LT,
                                                                List.of(number("18.5")))),
                                                new Targeting.Any(
                                                        List.of(
                                                                new Targeting.Leaf(
                                                                        "vip",
                                                                        TargetingOp.EXISTS,
                                                                        List.of(flag(false)))))))));
    }

    private static AttributeValue text(String text) {
        return new AttributeValue.Text(text);
    }

    private static AttributeValue number(String number) {
        return new AttributeValue.Numeric(new BigDecimal(number));
    }

    private static AttributeValue flag(boolean flag) {
        return new AttributeValue.Flag(flag);
    }

    @ParameterizedTest
    @ValueSource(strings = {"eq", "ne", "gt", "gte", "lt", "lte", "contains", "startsWith"})
    void knowsTheOps(String op) {
        assertThat(parse("{\"attribute\":\"a\",\"op\":\"" + op + "\",\"value\":\"x\"}"))
                .isInstanceOf(TargetingJson.Parsed.Valid.class);
    }

    @Test
    void reportsEveryViolationWithItsPath() {
        assertThat(
                        violationPaths(
                                """
                                {"all": [
                                  {"attribute": "", "op": "like", "value": 1},
                                  {"any": {"attribute": "a"}},
                                  {"attribute": "a", "op": "in", "value": "US"},
                                  {"attribute": "a", "op": "in", "value": ["US", null, {}]},
                                  {"attribute": "a", "op": "exists", "value": "yes"},
                                  {"attribute": "a", "op": "startsWith", "value": 1},
                                  {"attribute": "a", "op": "gt", "value": true},
                                  {"attribute": "a", "op": "eq"},
                                  {"not": 7},
                                  {"all": [], "any": []}
                                ]}
                                """))
                .containsExactly(
                        "targeting.all[0].attribute",
                        "targeting.all[0].op",
                        "targeting.all[1].any",
                        "targeting.all[2].value",
                        "targeting.all[3].value[1]",
                        "targeting.all[3].value[2]",
                        "targeting.all[4].value",
                        "targeting.all[5].value",
                        "targeting.all[6].value",
                        "targeting.all[7].value",
                        "targeting.all[8].not",
                        "targeting.all[9]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"null | targeting", "[] | targeting", "{} | targeting", "1 | targeting"})
    void refusesWhatIsNoTree(String json, String path) {
        assertThat(violationPaths(json)).containsExactly(path);
    }

    @Test
    void boundsDepthAndSize() {
        String deep = "{\"not\":".repeat(17) + "{\"all\":[]}" + "}".repeat(17);
        String wide =
                "{\"all\":[" + String.join(",", Collections.nCopies(1_500, "{\"all\":[]}")) + "]}";

        assertThat(violationPaths(deep)).hasSize(1);
        assertThat(violationPaths(wide)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void givesBackWhatItWrote(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 50; i++) {
            Targeting tree = tree(random, 4);

            String json = TargetingJson.write(tree).toString();

            assertThat(parse(json)).isEqualTo(new TargetingJson.Parsed.Valid(tree));
        }
    }

    private static Targeting tree(Random random, int depth) {
        return switch (depth == 0 ? 3 : random.nextInt(4)) {
            case 0 -> new Targeting.All(children(random, depth));
            case 1 -> new Targeting.Any(children(random, depth));
            case 2 -> new Targeting.Not(tree(random, depth - 1));
            default -> leaf(random);
        };
    }

    private static List<Targeting> children(Random random, int depth) {
        List<Targeting> children = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            children.add(tree(random, depth - 1));
        }
        return children;
    }

    private static Targeting leaf(Random random) {
        TargetingOp op = OPS.get(random.nextInt(OPS.size()));
        AttributeValue value =
                switch (op) {
                    case EXISTS -> flag(random.nextBoolean());
                    case CONTAINS, STARTS_WITH -> text("ü" + random.nextInt(9));
                    default -> number(Integer.toString(random.nextInt(99)) + ".50");
                };
        return new Targeting.Leaf(
                "a" + random.nextInt(5),
                op,
                TargetingJson.takesList(op) ? List.of(value, text("x")) : List.of(value));
    }
}
