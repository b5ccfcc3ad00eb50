package io.interlude.manage.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.manage.catalogue.Reading;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonDifferenceTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {'a':1}                     | {'a':1}                     | []
                    {'a':1}                     | {'a':2}                     | [{'path':'a','before':1,'after':2}]
                    {}                          | {'a':1}                     | [{'path':'a','after':1}]
                    {'a':1}                     | {}                          | [{'path':'a','before':1}]
                    {'a':{'b':1,'c':2}}         | {'a':{'b':1,'c':3}}         | [{'path':'a.c','before':2,'after':3}]
                    {'a':[{'b':1},{'b':2}]}     | {'a':[{'b':1},{'b':3}]}     | [{'path':'a[1].b','before':2,'after':3}]
                    {'a':[{'b':1}]}             | {'a':[{'b':1},{'b':2}]}     | [{'path':'a[1]','after':{'b':2}}]
                    {'a':[{'b':1}]}             | {'a':[]}                    | [{'path':'a','before':[{'b':1}],'after':[]}]
                    {'a':['x','y']}             | {'a':['z','x','y']}         | [{'path':'a','before':['x','y'],'after':['z','x','y']}]
                    {'a':{'b':1}}               | {'a':'text'}                | [{'path':'a','before':{'b':1},'after':'text'}]
                    """)
    void listsEveryValueThatDiffers(String before, String after, String changes) {
        assertThat(
                        JsonDifference.json(
                                JsonDifference.between(
                                        Reading.object(before), Reading.object(after))))
                .isEqualTo(Reading.json(changes));
    }
}
