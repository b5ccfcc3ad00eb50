package io.interlude.domain.targeting;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// At most one choice of equalities of each tree, by attribute and value. Immutable.
final class ChoiceIndex {
    /// The trees that have no choice here, so that they hold whatever the request says.
    private final long[] free;

    private final Map<String, Values> attributeToValues;

    private ChoiceIndex(long[] free, Map<String, Values> attributeToValues) {
        this.free = free;
        this.attributeToValues = attributeToValues;
    }

    /// Clears the trees whose choice does not hold.
    void retain(RequestAttributes attributes, long[] trees) {
        long[] held = free.clone();
        for (String name : attributes.values().keySet()) {
            Values values = attributeToValues.get(name);
            if (values != null) {
                values.addTo(held, requireNonNull(attributes.operands(name)).each());
            }
        }
        for (int word = 0; word < trees.length; word++) {
            trees[word] &= held[word];
        }
    }

    /// Collects choices.
    static final class Builder {
        private final int treeCount;
        private final long[] free;
        private final Map<String, Map<Object, List<Integer>>> attributeToKeyToTrees =
                new HashMap<>();

        Builder(int treeCount) {
            this.treeCount = treeCount;
            this.free = Bits.all(treeCount);
        }

        void add(int tree, List<Targeting.Leaf> choice) {
            Bits.clear(free, tree);
            List<Integer> alone = List.of(tree);
            choice.forEach(leaf -> addLeaf(alone, leaf));
        }

        private void addLeaf(List<Integer> tree, Targeting.Leaf leaf) {
            if (leaf.op() == TargetingOp.EXISTS) {
                addKey(tree, leaf.attribute(), Present.PRESENT);
                return;
            }
            for (AttributeValue value : leaf.values()) {
                switch (value) {
                    case AttributeValue.Text(String text) ->
                            addKey(tree, leaf.attribute(), FoldedText.of(text));
                    case AttributeValue.Numeric(BigDecimal number) ->
                            addKey(tree, leaf.attribute(), Operand.withoutZeros(number));
                    case AttributeValue.Flag(boolean flag) -> addKey(tree, leaf.attribute(), flag);
                    case AttributeValue.Texts(List<String> texts) ->
                            texts.forEach(
                                    text -> addKey(tree, leaf.attribute(), FoldedText.of(text)));
                }
            }
        }

        private void addKey(List<Integer> tree, String attribute, Object key) {
            attributeToKeyToTrees
                    .computeIfAbsent(attribute, _ -> new HashMap<>())
                    .merge(key, tree, Builder::with);
        }

        private static List<Integer> with(List<Integer> trees, List<Integer> tree) {
            if (trees.getLast().equals(tree.getLast())) {
                return trees;
            }
            List<Integer> more = trees.size() == 1 ? new ArrayList<>(trees) : trees;
            more.addAll(tree);
            return more;
        }

        ChoiceIndex build() {
            Map<String, Values> attributeToValues = new HashMap<>();
            attributeToKeyToTrees.forEach((attribute, keyToTrees) ->
                    attributeToValues.put(attribute, values(keyToTrees)));
            return new ChoiceIndex(free, Map.copyOf(attributeToValues));
        }

        private Values values(Map<Object, List<Integer>> keyToTrees) {
            Map<Object, Postings> keyToPostings = HashMap.newHashMap(keyToTrees.size());
            // A tree of many values is alone with most of them.
            Map<List<Integer>, Postings> treesToPostings = new HashMap<>();
            keyToTrees.forEach((key, trees) ->
                    keyToPostings.put(
                            key,
                            treesToPostings.computeIfAbsent(
                                    trees, same -> Postings.of(same, treeCount))));
            boolean numbers = keyToTrees.keySet().stream().anyMatch(BigDecimal.class::isInstance);
            return new Values(keyToPostings, numbers);
        }
    }

    private enum Present {
        PRESENT
    }

    /// The trees of one attribute by value: a folded text, a number without trailing zeros, a flag,
    /// or just the attribute's presence.
    private record Values(Map<Object, Postings> keyToTrees, boolean hasNumbers) {
        void addTo(long[] held, Operand[] operands) {
            addTo(held, Present.PRESENT);
            for (Operand operand : operands) {
                addTo(held, operand.folded);
                addTo(held, operand.flag);
                if (hasNumbers && operand.number != null) {
                    addTo(held, operand.number);
                }
            }
        }

        private void addTo(long[] held, @Nullable Object key) {
            Postings trees = key == null ? null : keyToTrees.get(key);
            if (trees != null) {
                trees.addTo(held);
            }
        }
    }
}
