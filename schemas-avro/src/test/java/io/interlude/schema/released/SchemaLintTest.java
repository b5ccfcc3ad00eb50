package io.interlude.schema.released;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.schema.AdFetched;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SchemaLintTest {
    private static final String MILLIS = "{'type':'long','logicalType':'timestamp-millis'}";

    static Stream<Topic<?>> journal() {
        return Stream.concat(Topics.folded().stream(), Stream.of(Topics.REJECTED));
    }

    @ParameterizedTest
    @MethodSource("journal")
    void everyEventStartsWithTheSharedMetadata(Topic<?> topic) {
        Schema event = SpecificData.get().getSchema(topic.valueType());
        assertThat(SchemaLint.metadataViolations(event, AdFetched.getClassSchema())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("io.interlude.schema.released.Release#recordTypes")
    void everySchemaKeepsTheHouseRules(Schema schema) {
        assertThat(SchemaLint.violations(schema)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    {'name':'a','type':'int'}                                    | R.a has no doc
                    {'name':'a','type':'int','doc':' '}                          | R.a has no doc
                    {'name':'a','type':'bytes','doc':'d'}                        | R.a has the type BYTES
                    {'name':'aMicros','type':'double','doc':'d'}                 | R.aMicros is money but no long
                    {'name':'soldAt','type':'long','doc':'d'}                    | R.soldAt is a time but no timestamp-millis
                    {'name':'a','doc':'d','type':{'type':'enum','name':'E','doc':'d','symbols':['X']}} | E has no default symbol UNKNOWN
                    {'name':'a','doc':'d','type':{'type':'enum','name':'E','symbols':['UNKNOWN'],'default':'UNKNOWN'}} | E has no doc
                    """)
    void findsWhatAvroDoesNotMind(String field, String finding) {
        assertThat(SchemaLint.violations(record(field))).containsExactly(finding);
    }

    @Test
    void findsAnEventWithItsMetadataInAnotherOrder() {
        Schema event = record("{'name':'eventId','type':'string','doc':'d'}");
        assertThat(SchemaLint.metadataViolations(event, AdFetched.getClassSchema())).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    'long'                                  | MILLIS                    | R.a changes its logicalType
                    MILLIS                                  | {'type':'long','logicalType':'timestamp-micros'} | R.a changes its logicalType
                    {'type':'bytes','logicalType':'decimal','precision':9,'scale':2} | {'type':'bytes','logicalType':'decimal','precision':8,'scale':2} | R.a changes its precision
                    {'type':'bytes','logicalType':'decimal','precision':9,'scale':2} | {'type':'bytes','logicalType':'decimal','precision':9,'scale':3} | R.a changes its scale
                    'int','default':0                       | 'int','default':1         | R.a changes its default
                    'int','default':0                       | 'int'                     | R.a changes its default
                    'int'                                   | 'long'                    | R.a changes its type
                    ['null','int']                          | ['null','int','string']   | R.a changes the branches of its union
                    {'type':'array','items':'long'}         | {'type':'array','items':MILLIS} | R.a changes its logicalType
                    {'type':'map','values':'long'}          | {'type':'map','values':MILLIS}  | R.a changes its logicalType
                    {'type':'enum','name':'E','symbols':['A','B'],'default':'A'} | {'type':'enum','name':'E','symbols':['A','B'],'default':'B'} | R.a changes its default symbol
                    {'type':'enum','name':'E','symbols':['A','B'],'default':'A'} | {'type':'enum','name':'E','symbols':['A'],'default':'A'} | R.a loses a symbol
                    """)
    void findsAChangeOfMeaning(String older, String newer, String finding) {
        assertThat(SchemaLint.changes(field(older), field(newer))).containsExactly(finding);
    }

    @Test
    void findsAFieldThatIsGone() {
        assertThat(SchemaLint.changes(field("'int','default':0"), record("")))
                .containsExactly("R.a is gone");
    }

    @Test
    void admitsANewFieldWithADefault() {
        Schema newer = record("{'name':'a','type':'int'},{'name':'b','type':'int','default':7}");
        assertThat(SchemaLint.changes(field("'int'"), newer)).isEmpty();
    }

    private static Schema field(String type) {
        return record("{'name':'a','type':" + type.replace("MILLIS", MILLIS) + "}");
    }

    private static Schema record(String fields) {
        String text = "{'type':'record','name':'R','doc':'d','fields':[" + fields + "]}";
        return new Schema.Parser().parse(text.replace('\'', '"'));
    }
}
