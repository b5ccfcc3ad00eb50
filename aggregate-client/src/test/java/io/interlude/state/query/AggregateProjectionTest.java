package io.interlude.state.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.pacing.Achieved;
import io.interlude.domain.pacing.DaySpend;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.rotation.CreativeEngagement;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.EngagementEpoch;
import io.interlude.schema.PartitionOffset;
import io.interlude.schema.serde.TrustedClasses;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class AggregateProjectionTest {
    private static final OrgId ACME = new OrgId("acme");

    static {
        TrustedClasses.install();
    }

    private final AggregateProjection projection = new AggregateProjection();

    private void arrives(Topic<?> topic, long offset, SpecificRecord value) {
        projection.onRecord(
                topic, new ConsumerRecord<>(topic.name(), 0, offset, "key", new byte[0]), value);
    }

    private static io.interlude.schema.LineItemSpend spend(long fetches) {
        return io.interlude.schema.LineItemSpend.newBuilder()
                .setOrgId("acme")
                .setLineItemId("shoes")
                .setDays(List.of(new io.interlude.schema.DaySpend(20_513L, fetches, 2_500L)))
                .setLifetimeFetches(fetches)
                .setLifetimeSpentMicros(2_500L)
                .setApplied(List.of(new PartitionOffset(3, 41L)))
                .build();
    }

    @Test
    void saysNothingOfWhatItDoesNotKnow() {
        assertThat(projection.spend(ACME, new LineItemId("shoes"))).isEqualTo(LineItemSpend.NONE);
        assertThat(projection.engagement(ACME, new CreativeId("run")))
                .isEqualTo(CreativeEngagement.NONE);
    }

    @Test
    void showsTheNewestSpend() {
        arrives(Topics.PACING, 7, spend(1));
        arrives(Topics.PACING, 8, spend(2));

        assertThat(projection.spend(ACME, new LineItemId("shoes")))
                .isEqualTo(
                        new LineItemSpend(
                                List.of(new DaySpend(20_513, 2, 2_500)), 2, 2_500, Map.of(3, 41L)));
        assertThat(projection.spend(new OrgId("other"), new LineItemId("shoes")))
                .isEqualTo(LineItemSpend.NONE);
    }

    @Test
    void showsWhatWasAchieved() {
        io.interlude.schema.LineItemSpend spend = spend(1);
        spend.setLifetimeClicks(5);
        spend.setLifetimeConversions(6);
        spend.setLifetimeImpressions(7);

        arrives(Topics.PACING, 7, spend);

        assertThat(projection.spend(ACME, new LineItemId("shoes")).achieved())
                .isEqualTo(new Achieved(5, 6, 7));
    }

    @Test
    void tellsUpToWhereAPartitionIsShown() {
        assertThat(projection.shownOffset(3)).isZero();

        arrives(Topics.PACING, 7, spend(1));

        assertThat(projection.shownOffset(3)).isEqualTo(42);
        assertThat(projection.shownOffset(4)).isZero();
    }

    @Test
    void doesNotStepBack() {
        arrives(Topics.PACING, 8, spend(2));
        arrives(Topics.PACING, 7, spend(1));

        assertThat(projection.spend(ACME, new LineItemId("shoes")).lifetimeFetches()).isEqualTo(2);
    }

    @Test
    void showsEngagement() {
        arrives(
                Topics.ENGAGEMENT,
                1,
                io.interlude.schema.CreativeEngagement.newBuilder()
                        .setOrgId("acme")
                        .setLineItemId("shoes")
                        .setCreativeId("run")
                        .setFetches(10)
                        .setEngagedFetches(4)
                        .setLastServed(9)
                        .setLastEngaged(7)
                        .setEpochs(List.of(new io.interlude.schema.EngagementEpoch(2L, 6L, 3L)))
                        .build());

        assertThat(projection.engagement(ACME, new CreativeId("run")))
                .isEqualTo(
                        new CreativeEngagement(
                                4,
                                new Engagement(10, 9, 7, List.of(new EngagementEpoch(2, 6, 3))),
                                Map.of()));
    }

    @Test
    void refusesAForeignRecord() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> arrives(Topics.ROLLUPS, 1, new io.interlude.schema.RollupCell()));
    }
}
