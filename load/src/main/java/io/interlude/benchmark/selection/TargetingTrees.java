package io.interlude.benchmark.selection;

import io.interlude.domain.targeting.AttributeValue;
import io.interlude.domain.targeting.RequestAttributes;
import io.interlude.domain.targeting.Targeting;
import io.interlude.domain.targeting.TargetingOp;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Makes targeting trees of three to five rules over eight attributes, and the request that they
/// are held against.
public final class TargetingTrees {
    public static final RequestAttributes REQUEST =
            RequestAttributes.of(
                    Map.of(
                            "country", new AttributeValue.Text("US"),
                            "tier", new AttributeValue.Text("gold"),
                            "language", new AttributeValue.Text("en-US"),
                            "age", new AttributeValue.Numeric(new BigDecimal(34)),
                            "version", new AttributeValue.Text("4.2"),
                            "interests", new AttributeValue.Texts(List.of("i7", "i19", "i23")),
                            "city", new AttributeValue.Text("city-11"),
                            "member", new AttributeValue.Flag(true)));

    private static final List<String> TIERS = List.of("bronze", "silver", "gold", "platinum");

    private final Shape shape;
    private final SplittableRandom random;

    TargetingTrees(Shape shape, SplittableRandom random) {
        this.shape = shape;
        this.random = random;
    }

    Targeting next() {
        return switch (shape) {
            case CONTENDED, CAPPED, GOALS, VALUED -> fitting();
            case MISSED -> random.nextInt(1_000) == 0 ? fitting() : mixed();
            case MIXED, SHADOWED, CONVERSED, ONE_PRIORITY ->
                    random.nextInt(100) == 0 ? fitting() : mixed();
        };
    }

    /// Different for each line item, and true for the request.
    private Targeting fitting() {
        return new Targeting.All(
                List.of(
                        in("country", List.of("US", country(), country(), country())),
                        new Targeting.Any(
                                List.of(
                                        in("tier", List.of("gold")),
                                        in("city", List.of("city-" + random.nextInt(2_000))))),
                        leaf("age", TargetingOp.GTE, number(18 + random.nextInt(10))),
                        new Targeting.Not(
                                in("interests", List.of("i" + (50 + random.nextInt(50)))))));
    }

    private Targeting mixed() {
        List<Targeting> rules = new ArrayList<>();
        rules.add(in("country", List.of(country(), country(), country(), country())));
        rules.add(
                new Targeting.Any(
                        List.of(
                                in("tier", List.of(TIERS.get(random.nextInt(TIERS.size())))),
                                in("interests", List.of("i" + random.nextInt(100))))));
        if (random.nextBoolean()) {
            rules.add(leaf("age", TargetingOp.GTE, number(13 + random.nextInt(50))));
        }
        if (random.nextInt(3) == 0) {
            rules.add(in("city", List.of("city-" + random.nextInt(2_000))));
        }
        if (random.nextInt(4) == 0) {
            rules.add(leaf("language", TargetingOp.STARTS_WITH, new AttributeValue.Text("en")));
        }
        if (random.nextInt(4) == 0) {
            rules.add(new Targeting.Not(in("interests", List.of("i" + random.nextInt(100)))));
        }
        return new Targeting.All(rules);
    }

    private String country() {
        return "c" + random.nextInt(60);
    }

    private static AttributeValue number(int number) {
        return new AttributeValue.Numeric(BigDecimal.valueOf(number));
    }

    private static Targeting in(String attribute, List<String> texts) {
        return new Targeting.Leaf(
                attribute,
                TargetingOp.IN,
                texts.stream().<AttributeValue>map(AttributeValue.Text::new).toList());
    }

    private static Targeting leaf(String attribute, TargetingOp op, AttributeValue value) {
        return new Targeting.Leaf(attribute, op, List.of(value));
    }
}
