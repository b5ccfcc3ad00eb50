package io.interlude.report.attribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.schema.AdFetched;
import io.interlude.schema.topic.Topic;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.DoubleConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class AttributionsTest {
    private static final OrgId ACME = new OrgId("acme");

    private final Attributions attributions =
            new Attributions((_, _) -> CompletableFuture.allOf(), EmptyFold::new);

    private void begin(OrgId orgId, int number, int most) {
        assertThat(
                        attributions.start(
                                new Attribution(
                                        orgId,
                                        "version-" + number,
                                        "A version",
                                        AttributionRules.BOOKED,
                                        Instant.EPOCH,
                                        "key"),
                                most))
                .isCompleted();
    }

    private void assertRefused(int number, int most) {
        assertThatThrownBy(() -> begin(ACME, number, most))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        it -> assertThat(it.problem().reason()).isEqualTo(Reason.RATE_LIMITED));
    }

    @Test
    void readersLeaveHalfOfTheVersionsToThoseWhoBook() {
        for (int number = 0; number < Attributions.OF_READERS_MAX; number++) {
            begin(ACME, number, Attributions.OF_READERS_MAX);
        }
        assertRefused(Attributions.OF_READERS_MAX, Attributions.OF_READERS_MAX);

        for (int number = Attributions.OF_READERS_MAX; number < Attributions.OF_ORG_MAX; number++) {
            begin(ACME, number, Attributions.OF_ORG_MAX);
        }
        assertRefused(Attributions.OF_ORG_MAX, Attributions.OF_ORG_MAX);
        begin(new OrgId("other"), 0, Attributions.OF_READERS_MAX);
    }

    /// Reads nothing.
    private record EmptyFold(OrgConversions conversions) implements OrgFold {
        EmptyFold(OrgId orgId, AttributionMemory.OfOrg memory) {
            this(
                    new OrgConversions(
                            orgId, memory, new NoLookup(), (_, _) -> {}, InstantSource.system()));
        }

        @Override
        public void await(Map<TopicPartition, Long> placeToEnd, Duration deadline) {}

        @Override
        public void close() {}
    }

    private static final class NoLookup implements OrgConversions.Lookup {
        @Override
        public long size(Collection<Topic<?>> topics) {
            return 0;
        }

        @Override
        public void find(
                Collection<FetchId> wanted,
                BiConsumer<FetchId, AdFetched> taker,
                DoubleConsumer progress) {}
    }
}
