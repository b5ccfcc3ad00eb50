package io.interlude.domain.pseudonym;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// One secret for each of 2^48 leaves, made from a few: a puncturable pseudo-random function.
///
/// Every child's secret is a hash of its parent's (Goldreich, Goldwasser, Micali 1986, "How to
/// construct random functions"), so the root's leads to all of them. A leaf is forgotten by
/// keeping, in place of the secret that leads to it, those of the siblings along the way down to it
/// (Boneh, Waters 2013, "Constrained pseudorandom functions and their applications"): the secrets
/// of all other leaves stay what they are, and no way leads to this one any more. That costs at
/// most 3 x 24 secrets for each forgotten leaf, less what it shares with others. Four children are
/// the compromise: sixteen would halve the hashes and keep 2.5 times the secrets, two the other
/// way.
///
/// One thread changes it, any number read it at the same time. A node goes only after those that
/// take its place came, and a reader looks from the root downwards, so it finds one of them.
final class KeyTree {
    static final int SECRET_BYTES = 32;

    private static final ThreadLocal<MessageDigest> DIGESTS =
            ThreadLocal.withInitial(KeyTree::newDigest);

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

    /// Whether the leaf's key can be made.
    boolean leadsTo(TreeNode leaf) {
        return covering(leaf) >= 0;
    }

    /// The leaf's key; null if it is forgotten.
    byte @Nullable [] leafKey(TreeNode leaf) {
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

    /// What it takes to forget the leaf; empty if it is forgotten. Changes nothing yet.
    Optional<Puncture> puncture(int generation, TreeNode leaf) {
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
        for (int down = depth; down < TreeNode.DEPTH; down++) {
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
        return Optional.of(new Puncture(generation, destroyed, kept));
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

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
