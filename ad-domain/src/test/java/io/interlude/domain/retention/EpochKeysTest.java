package io.interlude.domain.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EpochKeysTest {
    private static final int FIRST = 20_000;

    private static EpochKeys keys(long seed) {
        byte[] secret = new byte[EpochKeys.SECRET_BYTES];
        new Random(seed).nextBytes(secret);
        return new EpochKeys(FIRST, secret);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void areTheSameAfterEarlierOnesWereDestroyed(long seed) {
        Random random = new Random(seed);
        EpochKeys all = keys(seed);
        EpochKeys left = all;
        int first = FIRST;

        for (int turn = 0; turn < 20; turn++) {
            first += random.nextInt(40);
            left = EpochKeys.of(left.from(first).bytes()).orElseThrow();

            assertThat(left.first()).isEqualTo(first);
            for (int epoch = first; epoch < first + 30; epoch++) {
                assertThat(left.key(epoch).orElseThrow()).isEqualTo(all.key(epoch).orElseThrow());
            }
            for (int epoch = Math.max(FIRST, first - 30); epoch < first; epoch++) {
                assertThat(left.key(epoch)).isEmpty();
            }
        }
    }

    @Test
    void areDifferentInEachEpochAndOrgAndNoSecret() {
        Set<String> seen = new HashSet<>();
        EpochKeys one = keys(1);
        EpochKeys other = keys(2);
        for (int epoch = FIRST; epoch < FIRST + 500; epoch++) {
            seen.add(HexFormat.of().formatHex(one.key(epoch).orElseThrow()));
            seen.add(HexFormat.of().formatHex(other.key(epoch).orElseThrow()));
            byte[] kept = one.from(epoch).bytes();
            seen.add(
                    HexFormat.of().formatHex(Arrays.copyOfRange(kept, Integer.BYTES, kept.length)));
        }

        assertThat(seen).hasSize(1_500);
    }

    @Test
    void neverComeBack() {
        EpochKeys left = keys(1).from(FIRST + 10);

        assertThat(left.from(FIRST)).isSameAs(left);
        assertThat(left.key(FIRST + 9)).isEmpty();
    }

    @Test
    void refuseWhatIsNone() {
        assertThat(EpochKeys.of(new byte[3])).isEmpty();
        byte[] before1970 = new byte[EpochKeys.BYTES];
        before1970[0] = -1;
        assertThat(EpochKeys.of(before1970)).isEmpty();
        assertThat(keys(1).key(Integer.MAX_VALUE)).isEmpty();
        assertThatThrownBy(() -> new EpochKeys(1, new byte[31]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(keys(1).toString()).isEqualTo("EpochKeys[from 20000]");
    }
}
