package io.interlude.domain.targeting;

import java.util.ArrayList;
import java.util.List;

/// A tree taken apart into conditions that must all hold. A condition that is a choice of
/// equalities (`eq`, `in`, `exists`, and any of such) can be looked up by the request's own values;
/// the others must be tried.
///
/// @param choices each the leaves of which one must hold; none never holds
/// @param others conditions of any other form
record Conjuncts(List<List<Targeting.Leaf>> choices, List<Targeting> others) {
    static Conjuncts of(Targeting tree) {
        Conjuncts found = new Conjuncts(new ArrayList<>(), new ArrayList<>());
        found.take(tree);
        return found;
    }

    private void take(Targeting tree) {
        if (tree instanceof Targeting.All(List<Targeting> children)) {
            children.forEach(this::take);
            return;
        }
        List<Targeting.Leaf> leaves = new ArrayList<>();
        if (isChoice(tree, leaves)) {
            choices.add(leaves);
        } else {
            others.add(tree);
        }
    }

    private static boolean isChoice(Targeting tree, List<Targeting.Leaf> leaves) {
        return switch (tree) {
            case Targeting.Any(List<Targeting> children) ->
                    children.stream().allMatch(child -> isChoice(child, leaves));
            case Targeting.Leaf leaf -> {
                leaves.add(leaf);
                yield isEquality(leaf);
            }
            case Targeting.All(List<Targeting> children) ->
                    children.size() == 1 && isChoice(children.getFirst(), leaves);
            case Targeting.Not _ -> false;
        };
    }

    private static boolean isEquality(Targeting.Leaf leaf) {
        return switch (leaf.op()) {
            case EQ, IN -> true;
            case EXISTS -> new LeafValues(leaf.values()).wantsExistence();
            case NE, NOT_IN, GT, GTE, LT, LTE, CONTAINS, STARTS_WITH -> false;
        };
    }
}
