package io.interlude.schema.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicPlanTest {
    private static final TopicSettings SETTINGS =
            new TopicSettings(12, 3, 2, Optional.empty(), Duration.ofSeconds(1));

    private final TopicPlan plan = new TopicPlan(SETTINGS);

    @Test
    void keepsTheJournalForEver() {
        assertThat(planned("ads.fetches"))
                .isEqualTo(
                        new NewTopic("ads.fetches", 12, (short) 3)
                                .configs(
                                        Map.of(
                                                "cleanup.policy", "delete",
                                                "retention.ms", "-1",
                                                "retention.bytes", "-1",
                                                "max.message.bytes", "1048588",
                                                "min.insync.replicas", "2")));
    }

    @Test
    void keepsTheJournalAsLongAsConfigured() {
        TopicSettings aDay =
                new TopicSettings(12, 1, 1, Optional.of(Duration.ofDays(1)), Duration.ofSeconds(1));
        NewTopic topic = named(new TopicPlan(aDay).missing(Map.of()), "ads.clicks");
        assertThat(topic.configs()).containsEntry("retention.ms", "86400000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"catalogue.history", "ads.manifests"})
    void keepsTheHistoryOfTheCatalogueAndManifestsForEverWhateverIsConfigured(String name) {
        TopicSettings aDay =
                new TopicSettings(12, 1, 1, Optional.of(Duration.ofDays(1)), Duration.ofSeconds(1));
        NewTopic topic = named(new TopicPlan(aDay).missing(Map.of()), name);
        assertThat(topic.numPartitions()).isEqualTo(1);
        assertThat(topic.configs())
                .containsEntry("cleanup.policy", "delete")
                .containsEntry("retention.ms", "-1");
    }

    @Test
    void compactsTheCatalogueTheStateAndTheSchemas() {
        for (String name : List.of("catalogue.orgs", "state.pacing", "_schemas")) {
            assertThat(planned(name).configs())
                    .containsEntry("cleanup.policy", "compact")
                    .doesNotContainKey("retention.ms");
        }
    }

    @Test
    void compactsSubscriberKeysSoonAndKeepsErasedPseudonymsForADay() {
        assertThat(planned("catalogue.subscriber-keys").configs())
                .containsEntry("cleanup.policy", "compact")
                .containsEntry("segment.ms", "60000")
                .containsEntry("max.compaction.lag.ms", "60000");
        assertThat(planned("ads.erasures").configs()).containsEntry("retention.ms", "86400000");
        assertThat(planned("catalogue.erasures").configs()).containsEntry("retention.ms", "-1");
    }

    @Test
    void givesTheCatalogueAndTheSchemasOnePartition() {
        assertThat(planned("catalogue.orgs").numPartitions()).isEqualTo(1);
        assertThat(planned("_schemas").numPartitions()).isEqualTo(1);
        assertThat(planned("state.rollups").numPartitions()).isEqualTo(12);
    }

    @Test
    void makesOnlyWhatIsMissing() {
        Map<String, Integer> present = new HashMap<>();
        plan.names().forEach(name -> present.put(name, 12));
        present.remove("ads.clicks");
        assertThat(plan.missing(present)).extracting(NewTopic::name).containsExactly("ads.clicks");
    }

    @Test
    void namesEveryTopicWithAnotherNumberOfPartitions() {
        assertThat(plan.mismatches(Map.of("ads.fetches", 6, "ads.clicks", 12, "_schemas", 2)))
                .containsExactly(
                        "topic _schemas has 2 partitions where 1 are configured",
                        "topic ads.fetches has 6 partitions where 12 are configured");
    }

    @Test
    void mendsWhatDataWouldBeLostByAndNamesTheRest() {
        Map<String, Map<String, String>> found =
                Map.of(
                        "ads.clicks",
                        Map.of(
                                "cleanup.policy", "delete",
                                "retention.ms", "604800000",
                                "max.message.bytes", "1000",
                                "min.insync.replicas", "1"),
                        "ads.erasures",
                        Map.of("retention.ms", "999999999", "segment.ms", "604800000"),
                        "catalogue.history",
                        Map.of("retention.ms", "604800000", "max.message.bytes", "9999999"),
                        "catalogue.keys",
                        Map.of("cleanup.policy", "delete"),
                        "somebody.elses",
                        Map.of("cleanup.policy", "delete"));

        assertThat(plan.differences(found))
                .extracting(it -> it.topic() + ' ' + it.key() + ' ' + it.mended())
                .containsExactly(
                        "ads.clicks max.message.bytes true",
                        "ads.clicks min.insync.replicas false",
                        "ads.clicks retention.ms false",
                        "ads.erasures retention.ms false",
                        "ads.erasures segment.ms true",
                        "catalogue.history retention.ms true",
                        "catalogue.keys cleanup.policy true");
    }

    @Test
    void findsNoDifferenceInWhatItMade() {
        Map<String, Map<String, String>> made = new HashMap<>();
        plan.missing(Map.of()).forEach(topic -> made.put(topic.name(), topic.configs()));

        assertThat(plan.differences(made)).isEmpty();
    }

    @Test
    void boundsThePartitionsByTheRoomInTheFetchId() {
        assertThat(TopicSettings.replicated(4095, 1).partitions()).isEqualTo(4095);
        assertThatIllegalArgumentException().isThrownBy(() -> TopicSettings.replicated(4096, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> TopicSettings.replicated(0, 1));
    }

    @Test
    void sparesOneBrokerFromThreeCopiesOn() {
        assertThat(TopicSettings.replicated(12, 1).minInSyncReplicas()).isOne();
        assertThat(TopicSettings.replicated(12, 2).minInSyncReplicas()).isOne();
        assertThat(TopicSettings.replicated(12, 3).minInSyncReplicas()).isEqualTo(2);
        assertThat(TopicSettings.replicated(12, 5).minInSyncReplicas()).isEqualTo(2);
    }

    private NewTopic planned(String name) {
        return named(plan.missing(Map.of()), name);
    }

    private static NewTopic named(List<NewTopic> topics, String name) {
        return topics.stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
    }
}
