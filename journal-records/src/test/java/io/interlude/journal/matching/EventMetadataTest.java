package io.interlude.journal.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EventMetadataTest {
    static Stream<Topic<?>> journal() {
        return Topics.folded().stream();
    }

    @ParameterizedTest
    @MethodSource("journal")
    void everyJournalRecordStartsWithTheMetadata(Topic<?> topic) {
        List<String> fields =
                SpecificData.get().getSchema(topic.valueType()).getFields().stream()
                        .map(Schema.Field::name)
                        .toList();

        assertThat(fields).startsWith(EventMetadata.FIELDS.toArray(String[]::new));
    }
}
