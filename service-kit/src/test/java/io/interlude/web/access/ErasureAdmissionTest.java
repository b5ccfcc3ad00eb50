package io.interlude.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.catalogue.subscriber.ErasureReceipt;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.web.refusal.ProblemException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ErasureAdmissionTest {
    private static final OrgId ONE = new OrgId("one");
    private static final OrgId OTHER = new OrgId("other");
    private static final SubscriberId ANN = new SubscriberId("ann");
    private static final ErasureReceipt RECEIPT = new ErasureReceipt("r", Instant.EPOCH, "key");

    private final List<CompletableFuture<ErasureReceipt>> waiting = new ArrayList<>();
    private final Map<OrgId, Long> orgToBytes = new HashMap<>();

    private ErasureAdmission admission(long perSecond) {
        return new ErasureAdmission(
                (_, _, _) -> {
                    CompletableFuture<ErasureReceipt> erased = new CompletableFuture<>();
                    waiting.add(erased);
                    return erased;
                },
                orgId -> orgToBytes.getOrDefault(orgId, 0L),
                perSecond,
                1_000);
    }

    /// The reason of the refusal; `none` if the erasure was taken.
    private String refusal(ErasureAdmission admission, OrgId orgId) {
        int before = waiting.size();
        CompletableFuture<ErasureReceipt> erased = admission.erase(orgId, ANN, "key");
        if (!erased.isCompletedExceptionally()) {
            return "none";
        }
        assertThat(waiting).hasSize(before);
        assertThat(erased.exceptionNow()).isInstanceOf(ProblemException.class);
        return ((ProblemException) erased.exceptionNow()).problem().reason().wireName();
    }

    @Test
    void anOrgAtItsBoundIsRefusedAndNoOther() {
        ErasureAdmission admission = admission(100);

        orgToBytes.put(ONE, 1_000L);
        assertThat(refusal(admission, ONE)).isEqualTo("overloaded");
        orgToBytes.put(ONE, 999L);
        assertThat(refusal(admission, ONE)).isEqualTo("none");
        assertThat(refusal(admission, OTHER)).isEqualTo("none");
    }

    @Test
    void anOrgThatErasesFastIsRefusedAndNoOther() {
        ErasureAdmission admission = admission(1);

        assertThat(refusal(admission, ONE)).isEqualTo("none");
        assertThat(refusal(admission, ONE)).isEqualTo("rate_limited");
        assertThat(refusal(admission, OTHER)).isEqualTo("none");
    }

    @Test
    void anOrgWaitsWithSoManyAndGoesOnWhenOneIsDoneOrFails() {
        ErasureAdmission admission = admission(100_000);
        for (int i = 0; i < 32; i++) {
            assertThat(refusal(admission, ONE)).isEqualTo("none");
        }

        assertThat(refusal(admission, ONE)).isEqualTo("overloaded");
        assertThat(refusal(admission, OTHER)).isEqualTo("none");
        waiting.get(0).complete(RECEIPT);
        assertThat(refusal(admission, ONE)).isEqualTo("none");
        assertThat(refusal(admission, ONE)).isEqualTo("overloaded");
        waiting.get(1).completeExceptionally(new IllegalStateException("no broker"));
        assertThat(refusal(admission, ONE)).isEqualTo("none");
    }
}
