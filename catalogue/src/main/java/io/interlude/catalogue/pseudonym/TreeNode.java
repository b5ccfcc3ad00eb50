package io.interlude.catalogue.pseudonym;

import java.util.Optional;
import java.util.regex.Pattern;

/// A node of a tree in which every inner node has four children and all leaves have one depth.
/// There is a leaf for each number of 48 bits.
///
/// @param number 1 for the root; the children of `n` are `4n` to `4n + 3`
public record TreeNode(long number) {
    static final int DEPTH = 24;
    static final int CHILDREN = 4;
    static final int POINT_BITS = 48;

    private static final int BITS_PER_LEVEL = 2;
    private static final Pattern PATH = Pattern.compile("[0-3]{0,24}");

    public static final TreeNode ROOT = new TreeNode(1);

    public TreeNode {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(number);
        if (number < 1 || bits > POINT_BITS + 1 || bits % BITS_PER_LEVEL == 0) {
            throw new IllegalArgumentException("no node has the number " + number);
        }
    }

    /// @param point 48 bits
    static TreeNode leaf(long point) {
        return new TreeNode((1L << POINT_BITS) | point);
    }

    /// The node that one gets to from the root by these children, each a digit from 0 to 3.
    public static Optional<TreeNode> at(String path) {
        if (!PATH.matcher(path).matches()) {
            return Optional.empty();
        }
        return Optional.of(new TreeNode(Long.parseLong("1" + path, CHILDREN)));
    }

    /// The children by which one gets here from the root; empty for the root.
    public String path() {
        return Long.toString(number, CHILDREN).substring(1);
    }

    int depth() {
        return (Long.SIZE - 1 - Long.numberOfLeadingZeros(number)) / BITS_PER_LEVEL;
    }

    TreeNode child(int index) {
        return new TreeNode((number << BITS_PER_LEVEL) | index);
    }

    /// Number of the node of that depth above this leaf.
    long above(int depth) {
        return number >> (BITS_PER_LEVEL * (DEPTH - depth));
    }

    /// Which child of the node above it, of that depth, leads to this leaf.
    int turn(int depth) {
        return (int) (above(depth + 1) & (CHILDREN - 1));
    }
}
