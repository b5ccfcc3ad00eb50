package io.interlude.domain.targeting;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The reason why a request misses a line item's targeting, in words for a test fetch.
///
/// @param expected the part of the tree that failed, such as `country in [US, CA]`
/// @param actual the request's values of the attributes in it, such as `country = FR`
public record TargetingMiss(String expected, String actual) {
    static TargetingMiss of(Targeting failed, RequestAttributes attributes) {
        if (failed instanceof Targeting.All(List<Targeting> children)) {
            for (Targeting child : children) {
                if (!CompiledTargeting.compile(child).holds(attributes)) {
                    return of(child, attributes);
                }
            }
        }
        Set<String> names = new LinkedHashSet<>();
        collectNames(failed, names);
        return new TargetingMiss(describe(failed), actual(names, attributes));
    }

    private static void collectNames(Targeting targeting, Set<String> names) {
        switch (targeting) {
            case Targeting.All(List<Targeting> children) ->
                    children.forEach(child -> collectNames(child, names));
            case Targeting.Any(List<Targeting> children) ->
                    children.forEach(child -> collectNames(child, names));
            case Targeting.Not(Targeting child) -> collectNames(child, names);
            case Targeting.Leaf leaf -> names.add(leaf.attribute());
        }
    }

    private static String actual(Set<String> names, RequestAttributes attributes) {
        return names.stream()
                .map(name -> name + actual(name, attributes))
                .collect(Collectors.joining(", "));
    }

    private static String actual(String name, RequestAttributes attributes) {
        AttributeValue value = attributes.values().get(name);
        return value == null ? " is missing" : " = " + describe(value);
    }

    private static String describe(Targeting targeting) {
        return switch (targeting) {
            case Targeting.All(List<Targeting> children) -> "all of " + describeEach(children);
            case Targeting.Any(List<Targeting> children) -> "any of " + describeEach(children);
            case Targeting.Not(Targeting child) -> "not (" + describe(child) + ")";
            case Targeting.Leaf leaf ->
                    leaf.attribute() + " " + leaf.op().wireName() + " " + describeValues(leaf);
        };
    }

    private static String describeEach(List<Targeting> children) {
        return children.stream()
                .map(TargetingMiss::describe)
                .collect(Collectors.joining("; ", "(", ")"));
    }

    private static String describeValues(Targeting.Leaf leaf) {
        String values =
                leaf.values().stream()
                        .map(TargetingMiss::describe)
                        .collect(Collectors.joining(", "));
        boolean several = leaf.op() == TargetingOp.IN || leaf.op() == TargetingOp.NOT_IN;
        return several ? "[" + values + "]" : values;
    }

    private static String describe(AttributeValue value) {
        return switch (value) {
            case AttributeValue.Text(String text) -> text;
            case AttributeValue.Numeric numeric -> numeric.number().toString();
            case AttributeValue.Flag(boolean flag) -> Boolean.toString(flag);
            case AttributeValue.Texts(List<String> texts) -> texts.toString();
        };
    }
}
