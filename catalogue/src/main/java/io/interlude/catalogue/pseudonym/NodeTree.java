package io.interlude.catalogue.pseudonym;

import io.interlude.domain.digest.Sha256;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A tree of four children to a node, 24 levels and secrets of 256 bits, kept node by node: what
/// orgs have whose first secret is older than [PageTree]. Their subscribers' keys stay what they
/// are. A leaf is forgotten together with the whole subtree of the 13th level that has it, so that
/// an erasure keeps 39 secrets at most; what was erased earlier kept 72.
///
/// A node goes only after those that take its place came, and a reader looks from the root
/// downwards, so it finds one of them.
final class NodeTree implements KeyTree {
    static final int SECRET_BYTES = 32;

    /// Of the subtrees that are destroyed as a whole.
    private static final int LOWEST_DEPTH = 13;

    /// Of a secret, its number and their place in the map.
    private static final int NODE_HEAP_BYTES = 112;

    private static final ThreadLocal<MessageDigest> DIGESTS =
            ThreadLocal.withInitial(Sha256::digest);

    private final Map<Long, byte[]> numberToSecret = new ConcurrentHashMap<>();

    void keep(TreeNode node, byte[] secret) {
        if (secret.length != SECRET_BYTES) {
            throw new IllegalArgumentException("a secret has " + secret.length + " bytes");
        }
        numberToSecret.put(node.number(), secret.clone());
    }

    /// Forgets the node's secret. It is not overwritten: a reader may be about to use it.
    void destroy(TreeNode node) {
        numberToSecret.remove(node.number());
    }

    @Override
    public long heapBytes() {
        return (long) NODE_HEAP_BYTES * numberToSecret.size();
    }

    @Override
    public boolean leadsTo(long point) {
        return covering(TreeNode.leaf(point)) >= 0;
    }

    @Override
    public byte @Nullable [] leafKey(long point) {
        TreeNode leaf = TreeNode.leaf(point);
        for (int depth = 0; depth <= TreeNode.DEPTH; depth++) {
            byte[] secret = numberToSecret.get(leaf.above(depth));
            if (secret != null) {
                byte[] key = secret.clone();
                for (int down = depth; down < TreeNode.DEPTH; down++) {
                    descend(key, leaf.turn(down));
                }
                return key;
            }
        }
        return null;
    }

    @Override
    public Optional<Puncture> puncture(int generation, long point) {
        TreeNode leaf = TreeNode.leaf(point);
        int depth = covering(leaf);
        if (depth < 0) {
            return Optional.empty();
        }
        TreeNode destroyed = new TreeNode(leaf.above(depth));
        byte[] secret = numberToSecret.get(destroyed.number());
        if (secret == null) {
            throw new IllegalStateException("another thread changes the tree");
        }
        Map<TreeNode, byte[]> kept = new HashMap<>();
        byte[] onTheWay = secret.clone();
        for (int down = depth; down < LOWEST_DEPTH; down++) {
            TreeNode node = new TreeNode(leaf.above(down));
            int turn = leaf.turn(down);
            for (int child = 0; child < TreeNode.CHILDREN; child++) {
                if (child != turn) {
                    byte[] sibling = onTheWay.clone();
                    descend(sibling, child);
                    kept.put(node.child(child), sibling);
                }
            }
            descend(onTheWay, turn);
        }
        return Optional.of(new Puncture.OfNodes(generation, destroyed, kept));
    }

    /// Depth of the node above the leaf whose secret is known; negative without one.
    private int covering(TreeNode leaf) {
        for (int depth = 0; depth <= TreeNode.DEPTH; depth++) {
            if (numberToSecret.containsKey(leaf.above(depth))) {
                return depth;
            }
        }
        return -1;
    }

    /// Puts the child's secret in place of the parent's. 33 bytes are one block of SHA-256, and all
    /// of what is hashed here has that length, so no hash extends another.
    private static void descend(byte[] secret, int child) {
        MessageDigest digest = DIGESTS.get();
        digest.update(secret);
        digest.update((byte) child);
        try {
            digest.digest(secret, 0, SECRET_BYTES);
        } catch (DigestException e) {
            throw new IllegalStateException("SHA-256 has 32 bytes", e);
        }
    }
}
