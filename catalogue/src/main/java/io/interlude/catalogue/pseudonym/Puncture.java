package io.interlude.catalogue.pseudonym;

import java.util.List;
import java.util.Map;

/// A change that makes one leaf's key unknown for ever, and those of the leaves beside it in the
/// same small subtree, if there are any.
public sealed interface Puncture {
    /// Of the tree.
    int generation();

    /// Of a tree that is kept in nodes.
    ///
    /// @param destroyed whose secret must go, and with it every copy
    /// @param kept the secrets that take its place
    record OfNodes(int generation, TreeNode destroyed, Map<TreeNode, byte[]> kept)
            implements Puncture {
        public OfNodes {
            kept = Map.copyOf(kept);
        }

        /// Names no secret.
        @Override
        public String toString() {
            return "OfNodes[" + generation + ", " + kept.size() + " kept]";
        }
    }

    /// Of a tree that is kept in pages. What these held before must go, and with it every copy.
    ///
    /// @param pages as they are from now on, in the order in which they must be shown
    record OfPages(int generation, List<KeyPage> pages) implements Puncture {
        public OfPages {
            pages = List.copyOf(pages);
        }
    }
}
