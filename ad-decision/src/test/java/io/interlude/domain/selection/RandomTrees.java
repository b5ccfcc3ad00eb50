package io.interlude.domain.selection;

import io.interlude.domain.targeting.AttributeValue;
import io.interlude.domain.targeting.Targeting;
import io.interlude.domain.targeting.TargetingOp;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Random targeting trees, and requests that some of them hold for.
public final class RandomTrees {
    private static final List<String> NAMES = List.of("a", "b", "c");

    private final SplittableRandom random;

    public RandomTrees(SplittableRandom random) {
        this.random = random;
    }

    public Targeting tree(int depth) {
        int kind = depth == 0 ? 5 : random.nextInt(6);
        return switch (kind) {
            case 0, 1 -> new Targeting.All(children(depth));
            case 2 -> new Targeting.Any(children(depth));
            case 3 -> new Targeting.Not(tree(depth - 1));
            default -> leaf();
        };
    }

    private List<Targeting> children(int depth) {
        List<Targeting> children = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            children.add(tree(depth - 1));
        }
        return children;
    }

    private Targeting leaf() {
        TargetingOp[] ops = TargetingOp.values();
        TargetingOp op = random.nextInt(3) == 0 ? TargetingOp.IN : ops[random.nextInt(ops.length)];
        List<AttributeValue> values = new ArrayList<>();
        int count = op == TargetingOp.IN || op == TargetingOp.NOT_IN ? random.nextInt(1, 4) : 1;
        for (int i = 0; i < count; i++) {
            values.add(
                    op == TargetingOp.EXISTS
                            ? new AttributeValue.Flag(random.nextBoolean())
                            : scalar());
        }
        return new Targeting.Leaf(name(), op, values);
    }

    private String name() {
        return NAMES.get(random.nextInt(NAMES.size()));
    }

    private AttributeValue scalar() {
        return switch (random.nextInt(4)) {
            case 0 -> new AttributeValue.Flag(random.nextBoolean());
            case 1 ->
                    new AttributeValue.Numeric(
                            new BigDecimal(List.of("1", "1.0", "2", "1e1", "10").get(number(5))));
            default -> new AttributeValue.Text(text());
        };
    }

    private int number(int bound) {
        return random.nextInt(bound);
    }

    private String text() {
        return List.of("x", "X", "y", "xy", "1", "10", "true", "FALSE", "straße", "STRASSE")
                .get(random.nextInt(10));
    }

    public Map<String, AttributeValue> attributes() {
        Map<String, AttributeValue> attributes = new HashMap<>();
        for (String name : NAMES) {
            switch (random.nextInt(4)) {
                case 0 -> {}
                case 1 -> {
                    List<String> texts = new ArrayList<>();
                    for (int i = random.nextInt(3); i > 0; i--) {
                        texts.add(text());
                    }
                    attributes.put(name, new AttributeValue.Texts(texts));
                }
                default -> attributes.put(name, scalar());
            }
        }
        return attributes;
    }
}
