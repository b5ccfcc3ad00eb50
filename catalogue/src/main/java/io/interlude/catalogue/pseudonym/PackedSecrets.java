package io.interlude.catalogue.pseudonym;

import io.interlude.domain.digest.Sha256;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The known secrets of a binary tree, in one array of bytes: see [KeyPage]. All methods are pure.
///
/// The highest nodes between two destroyed leaves are the right siblings on the way up from the
/// left one, as far as the node where both ways meet, and the left siblings on the way down to the
/// right one. So their number is a count of bits, and a secret is found without any index.
final class PackedSecrets {
    static final int SECRET_BYTES = 16;

    private static final int NUMBER_BYTES = 2;

    private static final ThreadLocal<Hashing> HASHINGS = ThreadLocal.withInitial(Hashing::new);

    private PackedSecrets() {}

    /// A tree of which every leaf is known.
    static byte[] all(byte[] secret) {
        if (secret.length != SECRET_BYTES) {
            throw new IllegalArgumentException("a secret has " + secret.length + " bytes");
        }
        byte[] page = new byte[NUMBER_BYTES + SECRET_BYTES];
        System.arraycopy(secret, 0, page, NUMBER_BYTES, SECRET_BYTES);
        return page;
    }

    /// True if the other methods can have made these bytes.
    static boolean fit(byte[] page, int height) {
        if (page.length < NUMBER_BYTES || page.length < secretsAt(page)) {
            return false;
        }
        int nodes = 0;
        int last = -1;
        for (int i = 0; i < destroyed(page); i++) {
            int next = leaf(page, i);
            if (next <= last || next >= 1 << height) {
                return false;
            }
            nodes += between(last, next, height);
            last = next;
        }
        nodes += between(last, 1 << height, height);
        return page.length == secretsAt(page) + nodes * SECRET_BYTES;
    }

    /// Number of destroyed leaves.
    static int destroyed(byte[] page) {
        return number(page, 0);
    }

    static boolean leadsTo(byte[] page, int leaf) {
        int at = firstFrom(page, leaf);
        return at == destroyed(page) || leaf(page, at) != leaf;
    }

    /// The leaf's secret; null if it is destroyed.
    static byte @Nullable [] secret(byte[] page, int leaf, int height) {
        Node node = covering(page, leaf, height);
        if (node == null) {
            return null;
        }
        byte[] secret = node.secret(page);
        for (int level = node.level() - 1; level >= 0; level--) {
            descend(secret, (leaf >>> level) & 1);
        }
        return secret;
    }

    /// The page without the leaf, which it must lead to.
    static byte[] without(byte[] page, int leaf, int height) {
        Node node = covering(page, leaf, height);
        if (node == null) {
            throw new IllegalArgumentException("the leaf is destroyed");
        }
        int leaves = destroyed(page);
        int insertAt = NUMBER_BYTES * (1 + firstFrom(page, leaf));
        int secretAt = secretsAt(page) + node.index() * SECRET_BYTES;
        byte[] siblings = siblings(node.secret(page), leaf, node.level());
        byte[] changed = new byte[page.length + NUMBER_BYTES + siblings.length - SECRET_BYTES];
        put(changed, 0, leaves + 1);
        System.arraycopy(page, NUMBER_BYTES, changed, NUMBER_BYTES, insertAt - NUMBER_BYTES);
        put(changed, insertAt, leaf);
        int to = insertAt + NUMBER_BYTES;
        System.arraycopy(page, insertAt, changed, to, secretAt - insertAt);
        to += secretAt - insertAt;
        System.arraycopy(siblings, 0, changed, to, siblings.length);
        to += siblings.length;
        System.arraycopy(page, secretAt + SECRET_BYTES, changed, to, changed.length - to);
        return changed;
    }

    /// The siblings' secrets on the way from a node down to a leaf, from left to right.
    private static byte[] siblings(byte[] secret, int leaf, int level) {
        byte[] siblings = new byte[level * SECRET_BYTES];
        int left = 0;
        int right = siblings.length;
        for (int below = level - 1; below >= 0; below--) {
            int turn = (leaf >>> below) & 1;
            byte[] sibling = secret.clone();
            descend(sibling, 1 - turn);
            if (turn == 0) {
                right -= SECRET_BYTES;
            }
            System.arraycopy(sibling, 0, siblings, turn == 0 ? right : left, SECRET_BYTES);
            if (turn == 1) {
                left += SECRET_BYTES;
            }
            descend(secret, turn);
        }
        return siblings;
    }

    /// The known node that leads to the leaf; null if there is none.
    private static @Nullable Node covering(byte[] page, int leaf, int height) {
        int next = firstFrom(page, leaf);
        int count = destroyed(page);
        int right = next == count ? 1 << height : leaf(page, next);
        if (right == leaf) {
            return null;
        }
        int left = next == 0 ? -1 : leaf(page, next - 1);
        int before = 0;
        for (int i = 0, last = -1; i < next; i++) {
            int here = leaf(page, i);
            before += between(last, here, height);
            last = here;
        }
        int toTheLeft = left < 0 ? height : highestDifference(left, leaf);
        int toTheRight = next == count ? height : highestDifference(right, leaf);
        int level = Math.min(toTheLeft, toTheRight);
        int start = (leaf >>> level) << level;
        return new Node(before + between(left, start, height), level);
    }

    /// Number of the highest nodes between two leaves, neither of them included.
    ///
    /// @param left -1 for the tree's left edge
    /// @param right the number after the last leaf's for its right edge
    private static int between(int left, int right, int height) {
        if (left < 0 && right == 1 << height) {
            return 1;
        }
        if (left < 0) {
            return Integer.bitCount(right);
        }
        if (right == 1 << height) {
            return Integer.bitCount(~left & (right - 1));
        }
        int below = (1 << highestDifference(left, right)) - 1;
        return Integer.bitCount(~left & below) + Integer.bitCount(right & below);
    }

    private static int highestDifference(int one, int other) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(one ^ other);
    }

    /// Index of the first destroyed leaf that is not left of this one.
    private static int firstFrom(byte[] page, int leaf) {
        int low = 0;
        int high = destroyed(page);
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (leaf(page, middle) < leaf) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static int secretsAt(byte[] page) {
        return NUMBER_BYTES * (1 + destroyed(page));
    }

    private static int leaf(byte[] page, int index) {
        return number(page, NUMBER_BYTES * (1 + index));
    }

    private static int number(byte[] page, int at) {
        return (Byte.toUnsignedInt(page[at]) << Byte.SIZE) | Byte.toUnsignedInt(page[at + 1]);
    }

    private static void put(byte[] page, int at, int number) {
        page[at] = (byte) (number >>> Byte.SIZE);
        page[at + 1] = (byte) number;
    }

    /// Puts the child's secret in place of the parent's. All of what is hashed here has 17 bytes,
    /// so no hash extends another, and none is one of a [NodeTree].
    static void descend(byte[] secret, int child) {
        HASHINGS.get().descend(secret, child);
    }

    /// Of one thread: a fetch takes 25 steps down.
    private static final class Hashing {
        private final MessageDigest digest = Sha256.digest();
        private final byte[] hash = new byte[digest.getDigestLength()];

        void descend(byte[] secret, int child) {
            digest.update(secret);
            digest.update((byte) child);
            try {
                int length = digest.digest(hash, 0, hash.length);
                System.arraycopy(hash, 0, secret, 0, SECRET_BYTES);
                Arrays.fill(hash, 0, length, (byte) 0);
            } catch (DigestException e) {
                throw new IllegalStateException("the hash has room", e);
            }
        }
    }

    /// @param index of its secret in the page
    /// @param level its height above the leaves
    private record Node(int index, int level) {
        byte[] secret(byte[] page) {
            int at = secretsAt(page) + index * SECRET_BYTES;
            return Arrays.copyOfRange(page, at, at + SECRET_BYTES);
        }
    }
}
