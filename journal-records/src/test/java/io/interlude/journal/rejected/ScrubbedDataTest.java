package io.interlude.journal.rejected;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class ScrubbedDataTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    {'a':{'b':[1,null]},'c':'d'}          | {'a':{'b':[1,null]},'c':'d'}
                    {'apiKey':1,'Authorization':2,'a':3}  | {'a':3}
                    {'a':{'b':[{'key':'x'}]},'c':1}       | {'c':1}
                    {'a':['see il_fetch_abc'],'c':1}      | {'c':1}
                    {'il_mgmt_abc':1,'c':1}               | {'c':1}
                    {'a':[{'b':1e99999}],'c':1}           | {'c':1}
                    {'a':1e-99999,'c':1.5e300}            | {'c':1.5e300}
                    {'context':'hi','a':{'Context':'hi'}} | {}
                    """)
    void dropsWhatMayHoldAKeyOrAContext(String data, String kept) {
        assertThat(ScrubbedData.of(json(data))).isEqualTo(json(kept));
    }

    @Test
    void dropsTooMuchDataAsAWhole() {
        ObjectNode data = json("{}");
        data.put("a", "x".repeat(ScrubbedData.MAX_BYTES));

        assertThat(ScrubbedData.of(data).isEmpty()).isTrue();
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) Json.MAPPER.readTree(text.replace('\'', '"'));
    }
}
