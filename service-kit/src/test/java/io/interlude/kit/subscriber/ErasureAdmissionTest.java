package io.interlude.kit.subscriber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.interlude.domain.identity.OrgId;
import io.interlude.kit.http.ProblemException;
import org.junit.jupiter.api.Test;

class ErasureAdmissionTest {
    private static final OrgId ONE = new OrgId("one");
    private static final OrgId OTHER = new OrgId("other");

    private static String refusal(ErasureAdmission admission, OrgId orgId, long heapBytes) {
        ProblemException refusal =
                catchThrowableOfType(
                        ProblemException.class, () -> admission.admit(orgId, heapBytes));
        return refusal == null ? "none" : refusal.problem().reason().wireName();
    }

    @Test
    void anOrgAtItsBoundIsRefusedAndNoOther() {
        ErasureAdmission admission = new ErasureAdmission(100, 1_000);

        assertThat(refusal(admission, ONE, 1_000)).isEqualTo("overloaded");
        assertThat(refusal(admission, ONE, 999)).isEqualTo("none");
        assertThat(refusal(admission, OTHER, 0)).isEqualTo("none");
    }

    @Test
    void anOrgThatErasesFastIsRefusedAndNoOther() {
        ErasureAdmission admission = new ErasureAdmission(1, 1_000);

        assertThat(refusal(admission, ONE, 0)).isEqualTo("none");
        assertThat(refusal(admission, ONE, 0)).isEqualTo("rate_limited");
        assertThat(refusal(admission, OTHER, 0)).isEqualTo("none");
    }

    @Test
    void anOrgWaitsWithSoManyAndGoesOnWhenTheyAreDone() {
        ErasureAdmission admission = new ErasureAdmission(100_000, 1_000);
        for (int i = 0; i < 32; i++) {
            admission.admit(ONE, 0);
        }

        assertThat(refusal(admission, ONE, 0)).isEqualTo("overloaded");
        assertThat(refusal(admission, OTHER, 0)).isEqualTo("none");
        admission.release(ONE);
        assertThat(refusal(admission, ONE, 0)).isEqualTo("none");
    }
}
