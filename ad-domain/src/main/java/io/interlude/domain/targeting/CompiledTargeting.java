package io.interlude.domain.targeting;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// A targeting tree made ready for many requests: values folded and indexed once. Immutable.
public final class CompiledTargeting {
    private final Targeting source;
    private final Node root;

    private CompiledTargeting(Targeting source) {
        this.source = source;
        this.root = compile(source);
    }

    public static CompiledTargeting of(Targeting targeting) {
        return new CompiledTargeting(targeting);
    }

    /// Whether the request is one that the line item is meant for.
    public boolean holds(RequestAttributes attributes) {
        return root.holds(attributes);
    }

    /// What the request lacks, or nothing when the tree holds: inside `all` the first child that
    /// fails, elsewhere the smallest part of the tree that decided.
    public Optional<TargetingMiss> miss(RequestAttributes attributes) {
        return holds(attributes)
                ? Optional.empty()
                : Optional.of(TargetingMiss.of(source, attributes));
    }

    static Node compile(Targeting targeting) {
        return switch (targeting) {
            case Targeting.All(List<Targeting> children) -> new AllNode(compileEach(children));
            case Targeting.Any(List<Targeting> children) -> new AnyNode(compileEach(children));
            case Targeting.Not(Targeting child) -> new NotNode(compile(child));
            case Targeting.Leaf leaf -> new LeafNode(leaf);
        };
    }

    private static Node[] compileEach(List<Targeting> children) {
        return children.stream().map(CompiledTargeting::compile).toArray(Node[]::new);
    }

    /// A part of the tree.
    sealed interface Node {
        boolean holds(RequestAttributes attributes);
    }

    private static final class AllNode implements Node {
        private final Node[] children;

        AllNode(Node[] children) {
            this.children = children;
        }

        @Override
        public boolean holds(RequestAttributes attributes) {
            for (Node child : children) {
                if (!child.holds(attributes)) {
                    return false;
                }
            }
            return true;
        }
    }

    private static final class AnyNode implements Node {
        private final Node[] children;

        AnyNode(Node[] children) {
            this.children = children;
        }

        @Override
        public boolean holds(RequestAttributes attributes) {
            for (Node child : children) {
                if (child.holds(attributes)) {
                    return true;
                }
            }
            return false;
        }
    }

    private record NotNode(Node child) implements Node {
        @Override
        public boolean holds(RequestAttributes attributes) {
            return !child.holds(attributes);
        }
    }

    private static final class LeafNode implements Node {
        private final String attribute;
        private final TargetingOp op;
        private final LeafValues values;

        LeafNode(Targeting.Leaf leaf) {
            this.attribute = leaf.attribute();
            this.op = leaf.op();
            this.values = new LeafValues(leaf.values());
        }

        @Override
        public boolean holds(RequestAttributes attributes) {
            Operands operands = attributes.operands(attribute);
            if (op == TargetingOp.EXISTS) {
                return (operands != null) == values.wantsExistence();
            }
            if (operands == null) {
                return op == TargetingOp.NE || op == TargetingOp.NOT_IN;
            }
            return switch (op) {
                case EQ, IN -> operands.anyEquals(values);
                case NE, NOT_IN -> operands.anyDiffers(values);
                case GT, GTE, LT, LTE -> operands.anyIsOrdered(values, op);
                case CONTAINS -> anyText(operands::anyContains);
                case STARTS_WITH -> anyText(operands::anyStartsWith);
                case EXISTS -> false;
            };
        }

        private boolean anyText(Predicate<String> matches) {
            for (String text : values.texts()) {
                if (matches.test(text)) {
                    return true;
                }
            }
            return false;
        }
    }
}
