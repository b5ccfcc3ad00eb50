package io.interlude.report.funnel;

import io.interlude.report.funnel.WalkFold.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/// The ways that people took through a flow: one after another, and as a tree in which those that
/// begin alike are one. Both are cut at a size, the least taken first, and tell what was left out.
final class FlowPaths {
    /// Steps of the tree at most.
    static final int TREE_MAX = 500;

    private final List<Step> steps;
    private final List<FunnelWalk> walks;

    /// @param steps by their codes
    /// @param walks in their order
    FlowPaths(List<Step> steps, List<FunnelWalk> walks) {
        this.steps = steps;
        this.walks = walks;
    }

    int walks() {
        return walks.size();
    }

    /// How the walks ended: numbers by `completed`, the reason of an abandoned flow, or `open`.
    Map<String, Integer> ends() {
        return ends(walks);
    }

    private static Map<String, Integer> ends(List<FunnelWalk> some) {
        Map<String, Integer> counts = new TreeMap<>();
        some.forEach(walk -> counts.merge(walk.end(), 1, Integer::sum));
        return counts;
    }

    /// The most taken paths first.
    ///
    /// @param limit of the paths that are told
    Map<String, Object> paths(int limit) {
        List<List<FunnelWalk>> groups = new ArrayList<>();
        for (int from = 0; from < walks.size(); ) {
            int to = from + 1;
            while (to < walks.size() && walks.get(to).isAlike(walks.get(from))) {
                to++;
            }
            groups.add(walks.subList(from, to));
            from = to;
        }
        groups.sort(Comparator.comparingInt((List<FunnelWalk> group) -> -group.size()));
        List<List<FunnelWalk>> told = groups.subList(0, Math.min(limit, groups.size()));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("paths", told.stream().map(this::path).toList());
        json.put("otherPaths", groups.size() - told.size());
        json.put("otherWalks", walks.size() - told.stream().mapToInt(List::size).sum());
        return json;
    }

    private Map<String, Object> path(List<FunnelWalk> alike) {
        FunnelWalk first = alike.getFirst();
        List<Map<String, Object>> taken = new ArrayList<>();
        for (int i = 0; i < first.size(); i++) {
            Map<String, Object> json = step(first.code(i));
            int step = i;
            times(json, alike, walk -> walk.sinceBefore(step));
            taken.add(json);
        }
        Map<String, Object> json = counted(alike);
        json.put("end", first.end());
        times(json, alike, FunnelWalk::length);
        json.put("steps", taken);
        return json;
    }

    /// Steps by what was done before them, the most taken first, a parent always before its
    /// children.
    List<Map<String, Object>> tree() {
        List<Map<String, Object>> tree = new ArrayList<>();
        PriorityQueue<Branch> next =
                new PriorityQueue<>(
                        Comparator.comparingInt((Branch branch) -> -branch.walks.size())
                                .thenComparingInt(branch -> branch.depth)
                                .thenComparingInt(branch -> branch.first));
        branch(0, walks.size(), 0, -1, next);
        while (!next.isEmpty() && tree.size() < TREE_MAX) {
            Branch branch = next.remove();
            int id = tree.size();
            tree.add(branch.json(id));
            branch(branch.first, branch.first + branch.walks.size(), branch.depth + 1, id, next);
        }
        for (Branch left : next) {
            if (left.parent >= 0) {
                tree.get(left.parent).merge("otherWalks", left.walks.size(), FlowPaths::sum);
            }
        }
        return tree;
    }

    private static Object sum(Object one, Object other) {
        return (Integer) one + (Integer) other;
    }

    /// Finds the steps that follow, in walks that were alike up to there.
    private void branch(int from, int to, int depth, int parent, PriorityQueue<Branch> next) {
        int first = from;
        while (first < to && walks.get(first).size() <= depth) {
            first++;
        }
        while (first < to) {
            int code = walks.get(first).code(depth);
            int end = first + 1;
            while (end < to && walks.get(end).code(depth) == code) {
                end++;
            }
            next.add(new Branch(depth, parent, first, walks.subList(first, end)));
            first = end;
        }
    }

    private Map<String, Object> counted(List<FunnelWalk> some) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("walks", some.size());
        json.put("share", (double) some.size() / walks.size());
        return json;
    }

    private Map<String, Object> step(int code) {
        Step step = steps.get(code);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("nodeId", step.nodeId());
        switch (step.kind()) {
            case NODE -> {}
            case CHOICE -> json.put("choiceId", step.answer());
            case INTENT -> json.put("intent", step.answer());
        }
        return json;
    }

    /// Half of the walks took so long at most, and nine in ten.
    private static void times(
            Map<String, Object> json, List<FunnelWalk> some, ToLongFunction<FunnelWalk> length) {
        long[] millis = some.stream().mapToLong(length).toArray();
        Arrays.sort(millis);
        json.put("medianMillis", millis[(millis.length - 1) / 2]);
        json.put("p90Millis", millis[Math.ceilDiv(millis.length * 9, 10) - 1]);
    }

    /// Neighbouring walks that are alike up to one more step.
    private final class Branch {
        private final int depth;

        /// Place of the step before in the tree; -1 of a first step.
        private final int parent;

        /// Number of the first of the walks.
        private final int first;

        private final List<FunnelWalk> walks;

        Branch(int depth, int parent, int first, List<FunnelWalk> walks) {
            this.depth = depth;
            this.parent = parent;
            this.first = first;
            this.walks = walks;
        }

        Map<String, Object> json(int id) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("id", id);
            if (parent >= 0) {
                json.put("parent", parent);
            }
            json.putAll(step(walks.getFirst().code(depth)));
            json.putAll(counted(walks));
            times(json, walks, walk -> walk.sinceBefore(depth));
            List<FunnelWalk> over =
                    walks.stream().filter(walk -> walk.size() == depth + 1).toList();
            json.put("ends", ends(over));
            json.put("handoffs", (int) over.stream().filter(FunnelWalk::isHandedOff).count());
            return json;
        }
    }
}
