package io.interlude.domain.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FetchIdProofTest {
    private static final OrgId ORG = new OrgId("acme");
    private static final long NOW_MILLIS = 1_760_000_000_000L;

    private final FetchIdProof proof = new FetchIdProof(new SigningKeys(List.of(new byte[32])));

    @Test
    void idsOfOneMillisecondStayApart() {
        assertThat(LongStream.range(0, 10_000).map(n -> sequence(NOW_MILLIS, n)))
                .doesNotHaveDuplicates();
    }

    /// Steps of one would tell an org how many fetches all orgs made between two of its own.
    @Test
    void noIdTellsHowManyWereMadeBefore() {
        long stepsOfOne =
                LongStream.range(1, 1_000)
                        .filter(n ->
                                sequence(NOW_MILLIS + n, n) - sequence(NOW_MILLIS + n - 1, n - 1)
                                        == 1)
                        .count();

        assertThat(stepsOfOne).isLessThan(3);
    }

    /// As the id shows it.
    private long sequence(long epochMillis, long number) {
        FetchId made = proof.make(ORG, epochMillis, 7, number);
        assertThat(proof.holds(made, ORG)).isTrue();
        return made.uuid().getLeastSignificantBits() << 2 >>> 38;
    }
}
