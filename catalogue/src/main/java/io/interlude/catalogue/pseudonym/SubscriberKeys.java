package io.interlude.catalogue.pseudonym;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.domain.identity.HmacSha256;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.identity.SubscriberId;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
/// Subscribers who share a leaf lose their keys together: of ten million subscribers an erasure
/// takes 0.3 along, who are new persons from then on. Without the point key nobody can tell from
/// the tree whether an id was erased.
///
/// One thread changes it, any number read it at the same time.
public final class SubscriberKeys {
    /// Length of the point key.
    public static final int POINT_KEY_BYTES = 32;

    /// Length of the secret from which a generation is made.
    public static final int SECRET_BYTES = PackedSecrets.SECRET_BYTES;

    private static final int PSEUDONYM_BYTES = 16;
    private static final char SEPARATOR = '\0';
    private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

    private final HmacSha256 pointKey;
    private volatile KeyTree[] generations = {};

    /// @param pointKey 32 random bytes, for ever the same
    public SubscriberKeys(byte[] pointKey) {
        if (pointKey.length != POINT_KEY_BYTES) {
            throw new IllegalArgumentException("the point key has " + pointKey.length + " bytes");
        }
        this.pointKey = new HmacSha256(pointKey);
    }

    /// Number of generations, the first being 0. Every subscriber has a key in the last.
    public int generations() {
        return generations.length;
    }

    /// Takes a node's secret in, of a tree that is kept in nodes.
    public void keep(int generation, TreeNode node, byte[] secret) {
        if (tree(generation) instanceof NodeTree known) {
            known.keep(node, secret);
        } else {
            NodeTree made = new NodeTree();
            made.keep(node, secret);
            put(generation, made);
        }
    }

    /// Forgets a node's secret. Those that take its place must have been taken in before.
    public void destroy(int generation, TreeNode node) {
        if (tree(generation) instanceof NodeTree known) {
            known.destroy(node);
        }
    }

    /// Takes a page in, of a tree that is kept in pages. What it held before is forgotten. A page
    /// must come before the one above it that no longer leads there.
    public void show(int generation, KeyPage page) {
        if (tree(generation) instanceof PageTree known) {
            known.show(page);
        } else {
            PageTree made = new PageTree();
            made.show(page);
            put(generation, made);
        }
    }

    private @Nullable KeyTree tree(int generation) {
        KeyTree[] known = generations;
        return generation < known.length ? known[generation] : null;
    }

    private void put(int generation, KeyTree tree) {
        KeyTree[] known = generations;
        KeyTree[] more = Arrays.copyOf(known, Math.max(known.length, generation + 1));
        for (int i = known.length; i < more.length; i++) {
            more[i] = new PageTree();
        }
        more[generation] = tree;
        generations = more;
    }

    /// Bytes of heap that the org's secrets take, roughly.
    public long heapBytes() {
        return Arrays.stream(generations).mapToLong(KeyTree::heapBytes).sum();
    }

    /// The subscriber's pseudonym; empty while not even the last generation's secrets are known.
    public Optional<Subscriber> pseudonym(SubscriberId id) {
        byte[] text = id.value().getBytes(UTF_8);
        return pseudonym(point(text), text);
    }

    /// The pseudonym of something of the subscriber's, by its name; it goes with the subscriber's
    /// key, and tells nothing of the subscriber.
    public Optional<Subscriber> pseudonym(SubscriberId id, String name) {
        byte[] named = (id.value() + SEPARATOR + name).getBytes(UTF_8);
        return pseudonym(point(id.value().getBytes(UTF_8)), named);
    }

    private Optional<Subscriber> pseudonym(long point, byte[] text) {
        KeyTree[] known = generations;
        int generation = generation(known, point);
        byte[] key = generation < known.length ? known[generation].leafKey(point) : null;
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
        long point = point(id.value().getBytes(UTF_8));
        KeyTree[] known = generations;
        int generation = generation(known, point);
        return generation < known.length
                ? known[generation].puncture(generation, point)
                : Optional.empty();
    }

    /// The first generation that leads to the leaf. A leaf is forgotten in the order of the
    /// generations, so it is looked for by halving; nearly always it is the first.
    private static int generation(KeyTree[] known, long point) {
        if (known.length == 0 || known[0].leadsTo(point)) {
            return 0;
        }
        int low = 1;
        int high = known.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (known[middle].leadsTo(point)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private long point(byte[] id) {
        return ByteBuffer.wrap(pointKey.of(id)).getLong() >>> (Long.SIZE - TreeNode.POINT_BITS);
    }

    @Override
    public String toString() {
        return "SubscriberKeys[" + generations.length + " generations]";
    }
}
