package io.interlude.catalogue.pseudonym;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Against a tree that is worked out leaf by leaf.
class PackedSecretsTest {
    private static final int HEIGHT = 7;
    private static final int LEAVES = 1 << HEIGHT;

    private final Random random = new Random(11);
    private final byte[] root = secret();

    private byte[] secret() {
        byte[] secret = new byte[PackedSecrets.SECRET_BYTES];
        random.nextBytes(secret);
        return secret;
    }

    private byte[] expected(int leaf) {
        byte[] secret = root.clone();
        for (int level = HEIGHT - 1; level >= 0; level--) {
            PackedSecrets.descend(secret, (leaf >>> level) & 1);
        }
        return secret;
    }

    /// The fewest nodes that lead to all leaves but these.
    private static int fewest(NavigableSet<Integer> destroyed, int from, int size) {
        if (destroyed.subSet(from, from + size).isEmpty()) {
            return 1;
        }
        return size == 1
                ? 0
                : fewest(destroyed, from, size / 2) + fewest(destroyed, from + size / 2, size / 2);
    }

    @Test
    void everyOtherLeafKeepsItsSecretWhileAllAreDestroyedInAnyOrder() {
        for (int round = 0; round < 20; round++) {
            byte[] page = PackedSecrets.all(root);
            NavigableSet<Integer> destroyed = new TreeSet<>();
            for (int leaf : random.ints(0, LEAVES).distinct().limit(LEAVES).toArray()) {
                page = PackedSecrets.without(page, leaf, HEIGHT);
                destroyed.add(leaf);

                assertThat(PackedSecrets.fit(page, HEIGHT)).isTrue();
                assertThat(page)
                        .hasSize(2 + 2 * destroyed.size() + 16 * fewest(destroyed, 0, LEAVES));
                for (int each = 0; each < LEAVES; each++) {
                    boolean known = !destroyed.contains(each);
                    assertThat(PackedSecrets.leadsTo(page, each)).isEqualTo(known);
                    assertThat(PackedSecrets.secret(page, each, HEIGHT))
                            .isEqualTo(known ? expected(each) : null);
                }
            }
        }
    }

    @Test
    void noOtherBytesAreAPage() {
        byte[] page = PackedSecrets.without(PackedSecrets.all(root), 3, HEIGHT);
        byte[] twice = PackedSecrets.without(page, 9, HEIGHT);
        twice[3] = 9;

        assertThat(PackedSecrets.fit(twice, HEIGHT)).isFalse();
        assertThat(PackedSecrets.fit(page, HEIGHT - 1)).isFalse();
        assertThat(PackedSecrets.fit(new byte[0], HEIGHT)).isFalse();
        assertThat(PackedSecrets.fit(new byte[] {0, 1}, HEIGHT)).isFalse();
        assertThat(PackedSecrets.fit(new byte[] {0, 0}, HEIGHT)).isFalse();
    }
}
