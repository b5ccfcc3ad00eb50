package io.interlude.domain.flow;

import io.interlude.domain.flow.FlowDraft.Node;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// The nodes of a draft by number, and the edges between them that lead to a node. Of several nodes
/// with one id the first is meant.
final class FlowGraph {
    static final int MOST_NODES_FOR_DEPTH = 12;

    /// More nodes than any flow may have: to look from each for a way back takes the square of
    /// them.
    static final int MOST_NODES_FOR_CYCLES = 256;

    private final FlowDraft draft;
    private final Map<String, Integer> idToNumber = new HashMap<>();
    private final BitSet[] successors;
    private final BitSet[] automaticSuccessors;

    FlowGraph(FlowDraft draft) {
        this.draft = draft;
        List<Node> nodes = draft.nodes();
        for (int i = 0; i < nodes.size(); i++) {
            String id = nodes.get(i).id();
            if (id != null) {
                idToNumber.putIfAbsent(id, i);
            }
        }
        successors = new BitSet[nodes.size()];
        automaticSuccessors = new BitSet[nodes.size()];
        for (int i = 0; i < nodes.size(); i++) {
            connect(i);
        }
    }

    private void connect(int number) {
        successors[number] = new BitSet();
        automaticSuccessors[number] = new BitSet();
        for (FlowEdge edge : FlowEdge.of(draft.nodes().get(number), "")) {
            OptionalInt target = numberOf(edge.target());
            if (target.isPresent()) {
                successors[number].set(target.getAsInt());
                if (edge.automatic()) {
                    automaticSuccessors[number].set(target.getAsInt());
                }
            }
        }
    }

    OptionalInt numberOf(String id) {
        Integer number = idToNumber.get(id);
        return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }

    /// The nodes that a walk from the given one can come to, itself included.
    BitSet reachableFrom(int start) {
        return reachable(start, successors);
    }

    /// True if a walk from the node comes back to it without a choice.
    boolean repeatsItself(int number) {
        BitSet after = automaticSuccessors[number];
        return after.stream().anyMatch(next -> reachable(next, automaticSuccessors).get(number));
    }

    private static BitSet reachable(int start, BitSet[] successors) {
        BitSet reached = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            int number = open.pop();
            if (!reached.get(number)) {
                reached.set(number);
                successors[number].stream().forEach(open::push);
            }
        }
        return reached;
    }

    /// Most turns on any path from the node that visits none twice.
    ///
    /// @throws IllegalArgumentException for a graph of more than [#MOST_NODES_FOR_DEPTH] nodes, as
    ///   the work doubles with each
    int depthFrom(int start) {
        if (successors.length > MOST_NODES_FOR_DEPTH) {
            throw new IllegalArgumentException("too many nodes: " + successors.length);
        }
        return new DepthSearch().from(start, 0);
    }

    /// The depth ahead of a node depends on the set of nodes visited before it, not on their order.
    private final class DepthSearch {
        private final Map<Integer, Integer> stateToDepth = new HashMap<>();

        int from(int number, int visitedBefore) {
            int state = visitedBefore * MOST_NODES_FOR_DEPTH + number;
            Integer known = stateToDepth.get(state);
            if (known != null) {
                return known;
            }
            int visited = visitedBefore | 1 << number;
            int ahead =
                    successors[number].stream()
                            .filter(next -> (visited & 1 << next) == 0)
                            .map(next -> from(next, visited))
                            .max()
                            .orElse(0);
            int depth = ahead + (draft.nodes().get(number).kind().isTurn() ? 1 : 0);
            stateToDepth.put(state, depth);
            return depth;
        }
    }
}
