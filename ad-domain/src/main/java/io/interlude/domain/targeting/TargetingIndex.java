package io.interlude.domain.targeting;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Finds which of many targeting trees hold for a request, without going through them one by one.
/// Immutable.
///
/// Each tree is taken apart into conditions that must all hold. Conditions that are choices of
/// equalities lie in inverted lists from attribute and value to trees, after Whang et al.,
/// "Indexing Boolean Expressions" (VLDB 2009): the values of the request name the trees that they
/// satisfy. With few choices a tree, one bit set for each choice's place serves for counting them.
/// Every other condition is tried once a request, however many trees share it, and only if one of
/// those is still in question. The answer is exactly that of [CompiledTargeting].
public final class TargetingIndex {
    /// Choices of one tree that are indexed; further ones are tried.
    private static final int LARGEST_CHOICES = 8;

    private final List<ChoiceIndex> choices;
    private final List<Tried> tried;

    private TargetingIndex(List<ChoiceIndex> choices, List<Tried> tried) {
        this.choices = List.copyOf(choices);
        this.tried = List.copyOf(tried);
    }

    /// Indexes trees, which are numbered from 0 in this order.
    public static TargetingIndex of(List<Targeting> trees) {
        List<ChoiceIndex.Builder> choices = new ArrayList<>();
        Map<Targeting, List<Integer>> conditionToTrees = new LinkedHashMap<>();
        for (int tree = 0; tree < trees.size(); tree++) {
            Conjuncts conjuncts = Conjuncts.of(trees.get(tree));
            List<Targeting> others = new ArrayList<>(conjuncts.others());
            for (int place = 0; place < conjuncts.choices().size(); place++) {
                List<Targeting.Leaf> choice = conjuncts.choices().get(place);
                if (place >= LARGEST_CHOICES) {
                    others.add(new Targeting.Any(List.copyOf(choice)));
                    continue;
                }
                if (place == choices.size()) {
                    choices.add(new ChoiceIndex.Builder(trees.size()));
                }
                choices.get(place).add(tree, choice);
            }
            for (Targeting condition : others) {
                conditionToTrees.computeIfAbsent(condition, _ -> new ArrayList<>(1)).add(tree);
            }
        }
        return new TargetingIndex(
                choices.stream().map(ChoiceIndex.Builder::build).toList(),
                conditionToTrees.entrySet().stream()
                        .map(entry -> Tried.of(entry.getKey(), entry.getValue(), trees.size()))
                        .toList());
    }

    /// Clears, of these trees, the bits of those that do not hold.
    public void retain(RequestAttributes attributes, long[] trees) {
        for (ChoiceIndex choice : choices) {
            choice.retain(attributes, trees);
        }
        for (Tried condition : tried) {
            condition.retain(attributes, trees);
        }
    }

    /// A condition, and the trees that it is part of.
    private record Tried(CompiledTargeting.Node condition, Postings trees) {
        static Tried of(Targeting condition, List<Integer> trees, int treeCount) {
            return new Tried(CompiledTargeting.compile(condition), Postings.of(trees, treeCount));
        }

        void retain(RequestAttributes attributes, long[] others) {
            if (trees.intersects(others) && !condition.holds(attributes)) {
                trees.removeFrom(others);
            }
        }
    }
}
