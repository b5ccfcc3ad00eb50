package io.interlude.domain.pseudonym;

import java.util.Map;

/// What makes one leaf's key unknown for ever, and no other's.
///
/// @param generation of the tree
/// @param destroyed whose secret must go, and with it every copy
/// @param kept the secrets that take its place; together they lead to every leaf that the destroyed
///   one led to, but one
public record Puncture(int generation, TreeNode destroyed, Map<TreeNode, byte[]> kept) {
    public Puncture {
        kept = Map.copyOf(kept);
    }

    /// Names no secret.
    @Override
    public String toString() {
        return "Puncture[" + generation + ", " + kept.size() + " kept]";
    }
}
