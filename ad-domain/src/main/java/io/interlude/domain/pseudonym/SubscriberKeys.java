package io.interlude.domain.pseudonym;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.domain.identity.HmacSha256;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.identity.SubscriberId;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/// One org's subscriber keys: they turn a subscriber's id into the pseudonym that everything else
/// knows them by, and any one of them can be destroyed.
///
/// A subscriber has a key at the leaf of a [KeyTree] to which a keyed hash of their id points.
/// Their pseudonym is a keyed hash of the id under that key: 128 bits, the same each time, and
/// without the key of no use to find the id or to make it again. An id whose key was destroyed in
/// the tree of one generation gets a new one from that of the next, and so is a new person. The
/// pseudonym does not tell the generation: of an org that erased one person, the one who came back
/// could be told.
///
/// Two subscribers of ten million share a leaf, and so lose their key together, with a chance of
/// one in 30 million for each who is erased. Without the point key nobody can tell from the tree
/// whether an id was erased.
///
/// One thread changes it, any number read it at the same time.
public final class SubscriberKeys {
    public static final int SECRET_BYTES = KeyTree.SECRET_BYTES;

    private static final int PSEUDONYM_BYTES = 16;
    private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

    private final HmacSha256 pointKey;
    private volatile KeyTree[] generations = {};

    /// @param pointKey 32 random bytes, for ever the same
    public SubscriberKeys(byte[] pointKey) {
        if (pointKey.length != SECRET_BYTES) {
            throw new IllegalArgumentException("the point key has " + pointKey.length + " bytes");
        }
        this.pointKey = new HmacSha256(pointKey);
    }

    /// Number of generations, the first being 0. Every subscriber has a key in the last.
    public int generations() {
        return generations.length;
    }

    /// Takes a node's secret in.
    public void keep(int generation, TreeNode node, byte[] secret) {
        KeyTree[] known = generations;
        if (generation >= known.length) {
            KeyTree[] more = Arrays.copyOf(known, generation + 1);
            for (int i = known.length; i < more.length; i++) {
                more[i] = new KeyTree();
            }
            more[generation].keep(node, secret);
            generations = more;
        } else {
            known[generation].keep(node, secret);
        }
    }

    /// Forgets a node's secret. Those that take its place must have been taken in before.
    public void destroy(int generation, TreeNode node) {
        if (generation < generations.length) {
            generations[generation].destroy(node);
        }
    }

    /// The subscriber's pseudonym; empty while not even the last generation's secrets are known.
    public Optional<Subscriber> pseudonym(SubscriberId id) {
        byte[] text = id.value().getBytes(UTF_8);
        TreeNode leaf = leaf(text);
        KeyTree[] known = generations;
        int generation = generation(known, leaf);
        byte[] key = generation < known.length ? known[generation].leafKey(leaf) : null;
        if (key == null) {
            return Optional.empty();
        }
        byte[] hash = new HmacSha256(key).of(text);
        return Optional.of(
                new Subscriber(TEXT.encodeToString(Arrays.copyOf(hash, PSEUDONYM_BYTES))));
    }

    /// What it takes to destroy the subscriber's present key; empty as [#pseudonym]. Changes
    /// nothing yet. When it is of the last generation, a new one must come with it.
    public Optional<Puncture> puncture(SubscriberId id) {
        TreeNode leaf = leaf(id.value().getBytes(UTF_8));
        KeyTree[] known = generations;
        int generation = generation(known, leaf);
        return generation < known.length
                ? known[generation].puncture(generation, leaf)
                : Optional.empty();
    }

    /// The first generation that leads to the leaf. A leaf is forgotten in the order of the
    /// generations, so it is looked for by halving; nearly always it is the first.
    private static int generation(KeyTree[] known, TreeNode leaf) {
        if (known.length == 0 || known[0].leadsTo(leaf)) {
            return 0;
        }
        int low = 1;
        int high = known.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (known[middle].leadsTo(leaf)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private TreeNode leaf(byte[] id) {
        return TreeNode.leaf(
                ByteBuffer.wrap(pointKey.of(id)).getLong() >>> (Long.SIZE - TreeNode.POINT_BITS));
    }

    @Override
    public String toString() {
        return "SubscriberKeys[" + generations.length + " generations]";
    }
}
