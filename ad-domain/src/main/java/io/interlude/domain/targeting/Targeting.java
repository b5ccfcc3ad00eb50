package io.interlude.domain.targeting;

import static java.util.Objects.requireNonNull;

import java.util.List;

/// A tree of rules over the attributes of a request.
public sealed interface Targeting {
    /// Holds for every request.
    Targeting EVERYONE = new All(List.of());

    /// Holds when every child does; so it holds without children.
    record All(List<Targeting> children) implements Targeting {
        public All {
            children = List.copyOf(children);
        }
    }

    /// Holds when at least one child does; so it fails without children.
    record Any(List<Targeting> children) implements Targeting {
        public Any {
            children = List.copyOf(children);
        }
    }

    /// Holds when its child does not.
    record Not(Targeting child) implements Targeting {
        public Not {
            requireNonNull(child, "child is null");
        }
    }

    /// Compares one attribute with values: several for `in` and `notIn`, one for every other op.
    record Leaf(String attribute, TargetingOp op, List<AttributeValue> values)
            implements Targeting {
        public Leaf {
            requireNonNull(attribute, "attribute is null");
            requireNonNull(op, "op is null");
            values = List.copyOf(values);
        }
    }
}
