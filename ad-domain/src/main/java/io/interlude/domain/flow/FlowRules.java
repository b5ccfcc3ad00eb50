package io.interlude.domain.flow;

import io.interlude.domain.flow.FlowDraft.Branch;
import io.interlude.domain.flow.FlowDraft.Kind;
import io.interlude.domain.flow.FlowDraft.Node;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/// The rules of a flow's graph that its schema cannot say (sections 2.4, 3 and 8 of the
/// specification). A rule about what is absent or malformed is left to the schema, so that nothing
/// is told twice.
public final class FlowRules {
    /// Most message and choice-set nodes on a path.
    public static final int LARGEST_DEPTH = 6;

    private final FlowDraft draft;
    private final FlowGraph graph;
    private final List<FlowViolation> violations = new ArrayList<>();

    private FlowRules(FlowDraft draft) {
        this.draft = draft;
        this.graph = new FlowGraph(draft);
    }

    /// Every rule that the draft breaks, none for a sound one.
    public static List<FlowViolation> violations(FlowDraft draft) {
        return new FlowRules(draft).check();
    }

    private List<FlowViolation> check() {
        checkIds();
        for (int i = 0; i < draft.nodes().size(); i++) {
            checkNode(draft.nodes().get(i), path(i));
        }
        checkEntry();
        checkCycles();
        return List.copyOf(violations);
    }

    private static String path(int number) {
        return "nodes[" + number + ']';
    }

    private void checkIds() {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < draft.nodes().size(); i++) {
            String id = draft.nodes().get(i).id();
            if (id != null && !ids.add(id)) {
                broken(path(i) + ".id", "unique_id", "Give each node an id of its own.");
            }
        }
    }

    private void checkNode(Node node, String path) {
        checkUnique(node.choices(), path + ".choices", ".id", "Give each choice its own id.");
        checkUnique(node.intents(), path + ".intents", ".intent", "Name each intent once.");
        for (FlowEdge edge : FlowEdge.of(node, path)) {
            checkTarget(edge.path(), edge.target());
        }
        checkNext(node, path + ".next");
    }

    private void checkUnique(List<Branch> branches, String path, String field, String message) {
        Set<String> ids = new HashSet<>();
        for (Branch branch : branches) {
            if (branch.id() != null && !ids.add(branch.id())) {
                broken(path + '[' + branch.index() + ']' + field, "unique_id", message);
            }
        }
    }

    private void checkTarget(String path, String target) {
        if (graph.numberOf(target).isEmpty()) {
            broken(path, "target_exists", "Name a node of this flow.");
        }
    }

    private void checkNext(Node node, String path) {
        switch (node.kind()) {
            case MESSAGE -> {
                if (!node.nextGiven()) {
                    broken(path, "leads_somewhere", "Say which node follows the message.");
                }
            }
            case CHOICE_SET ->
                    refuseNext(node, path, "Leave out next: the choices say where to go.");
            case LINK_OUT, HANDOFF, END ->
                    refuseNext(node, path, "Leave out next: only a conversion goes on.");
            case CONVERSION, UNKNOWN -> {}
        }
    }

    private void refuseNext(Node node, String path, String message) {
        if (node.nextGiven()) {
            broken(path, "next_after_conversion", message);
        }
    }

    private void checkEntry() {
        String entryNodeId = draft.entryNodeId();
        if (entryNodeId == null) {
            return;
        }
        OptionalInt entry = graph.numberOf(entryNodeId);
        if (entry.isEmpty()) {
            checkTarget("entryNodeId", entryNodeId);
            return;
        }
        Kind kind = draft.nodes().get(entry.getAsInt()).kind();
        if (kind != Kind.MESSAGE && kind != Kind.UNKNOWN) {
            broken("entryNodeId", "entry_is_message", "Start with a message node.");
        }
        checkReach(entry.getAsInt());
        checkDepth(entry.getAsInt());
    }

    private void checkReach(int entry) {
        BitSet reached = graph.reachableFrom(entry);
        for (int i = 0; i < draft.nodes().size(); i++) {
            String id = draft.nodes().get(i).id();
            // A second node of the same id is told of already.
            boolean meant = id != null && graph.numberOf(id).equals(OptionalInt.of(i));
            if (meant && !reached.get(i)) {
                broken(path(i), "reachable", "Lead to this node from the entry, or leave it out.");
            }
        }
    }

    /// More nodes than allowed are told of by the schema, and would take long to walk.
    private void checkDepth(int entry) {
        if (draft.nodes().size() <= FlowGraph.MOST_NODES_FOR_DEPTH
                && graph.depthFrom(entry) > LARGEST_DEPTH) {
            broken(
                    "nodes",
                    "depth",
                    "Shorten the flow: at most "
                            + LARGEST_DEPTH
                            + " messages and choice-sets may follow one another.");
        }
    }

    private void checkCycles() {
        if (draft.nodes().size() > FlowGraph.MOST_NODES_FOR_CYCLES) {
            return;
        }
        for (int i = 0; i < draft.nodes().size(); i++) {
            if (graph.repeatsItself(i)) {
                broken(
                        path(i) + ".next",
                        "cycle_without_choice",
                        "Let the user choose before the flow comes back to this node.");
            }
        }
    }

    private void broken(String path, String rule, String message) {
        violations.add(new FlowViolation(path, rule, message));
    }
}
