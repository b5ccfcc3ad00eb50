package io.interlude.schema.serde;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.DecisionEvent;
import io.interlude.schema.JobRecord;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordInterfacesTest {
    static {
        TrustedClasses.install();
    }

    static Stream<Topic<?>> journal() {
        return Stream.concat(Topics.folded().stream(), Stream.of(Topics.REJECTED));
    }

    static Stream<Topic<?>> catalogue() {
        return Topics.catalogue().stream().map(topic -> topic);
    }

    @ParameterizedTest
    @MethodSource("journal")
    void journalRecordStartsWithTheFieldsOfAnEvent(Topic<?> topic) {
        JournalEvent event = (JournalEvent) random(topic);

        assertThat(names(event))
                .startsWith(
                        "eventId",
                        "eventType",
                        "occurredAt",
                        "receivedAt",
                        "orgId",
                        "applicationId",
                        "fetchId",
                        "subscriber",
                        "test",
                        "source",
                        "keyId");
        assertThat(values(event))
                .startsWith(
                        event.getEventId(),
                        event.getEventType(),
                        event.getOccurredAt(),
                        event.getReceivedAt(),
                        event.getOrgId(),
                        event.getApplicationId(),
                        event.getFetchId(),
                        event.getSubscriber(),
                        event.getTest(),
                        event.getSource(),
                        event.getKeyId());
    }

    @ParameterizedTest
    @MethodSource("catalogue")
    void catalogueRecordStartsWithTheFieldsOfAVersion(Topic<?> topic) {
        CatalogueRecord version = (CatalogueRecord) random(topic);

        assertThat(names(version))
                .startsWith(
                        "orgId",
                        "id",
                        "version",
                        "revision",
                        "revisionSize",
                        "changedAt",
                        "changedBy",
                        "archived");
        assertThat(values(version))
                .startsWith(
                        version.getOrgId(),
                        version.getId(),
                        version.getVersion(),
                        version.getRevision(),
                        version.getRevisionSize(),
                        version.getChangedAt(),
                        version.getChangedBy(),
                        version.getArchived());
    }

    @Test
    void catalogueHasTwelveTopics() {
        assertThat(catalogue()).hasSize(12);
    }

    @Test
    void onlyFetchesAndNoFillsAreDecisions() {
        assertThat(journal().filter(topic -> random(topic) instanceof DecisionEvent))
                .containsExactly(Topics.FETCHES, Topics.NO_FILLS);
    }

    @Test
    void onlyWhatIsAskedForAndTakesLongIsAJob() {
        assertThat(Topics.all().stream().filter(topic -> random(topic) instanceof JobRecord))
                .containsExactlyInAnyOrder(Topics.AUDITS, Topics.SIMULATIONS);
    }

    private static SpecificRecord random(Topic<?> topic) {
        Schema schema = SpecificData.get().getSchema(topic.valueType());
        return (SpecificRecord) RandomRecords.specific(1).record(schema);
    }

    private static List<String> names(SpecificRecord value) {
        return value.getSchema().getFields().stream().map(Schema.Field::name).toList();
    }

    private static Stream<Object> values(SpecificRecord value) {
        return value.getSchema().getFields().stream().map(field -> value.get(field.pos()));
    }
}
