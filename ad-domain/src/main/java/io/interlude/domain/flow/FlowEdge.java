package io.interlude.domain.flow;

import io.interlude.domain.flow.FlowDraft.Branch;
import io.interlude.domain.flow.FlowDraft.Kind;
import io.interlude.domain.flow.FlowDraft.Node;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A way from one node to another.
///
/// @param path where in the flow it is written
/// @param target id of the node that it names
/// @param automatic whether it is taken without the user
record FlowEdge(String path, String target, boolean automatic) {
    /// The edges that a walk can take from the node. A `next` that is not allowed there is none.
    ///
    /// @param path where the node is written
    static List<FlowEdge> of(Node node, String path) {
        List<FlowEdge> edges = new ArrayList<>();
        if (node.kind() == Kind.MESSAGE || node.kind() == Kind.CONVERSION) {
            add(edges, path + ".next", node.next(), true);
        }
        if (node.kind() == Kind.CHOICE_SET) {
            addAll(edges, path + ".choices", node.choices());
            addAll(edges, path + ".intents", node.intents());
            add(edges, path + ".noMatchTarget", node.noMatchTarget(), false);
        }
        return edges;
    }

    private static void addAll(List<FlowEdge> edges, String path, List<Branch> branches) {
        for (Branch branch : branches) {
            add(edges, path + '[' + branch.index() + "].target", branch.target(), false);
        }
    }

    private static void add(
            List<FlowEdge> edges, String path, @Nullable String target, boolean automatic) {
        if (target != null) {
            edges.add(new FlowEdge(path, target, automatic));
        }
    }
}
