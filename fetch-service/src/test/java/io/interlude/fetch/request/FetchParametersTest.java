package io.interlude.fetch.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.interlude.catalogue.key.ApiKeys;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.domain.targeting.AttributeValue.Flag;
import io.interlude.domain.targeting.AttributeValue.Numeric;
import io.interlude.domain.targeting.AttributeValue.Text;
import io.interlude.domain.targeting.AttributeValue.Texts;
import io.interlude.journal.json.Json;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.math.BigDecimal;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.MultiValueMap;
import org.springframework.web.util.UriComponentsBuilder;
import tools.jackson.databind.node.ObjectNode;

class FetchParametersTest {
    private static FetchRequest read(String query, String body) {
        MultiValueMap<String, String> parameters =
                UriComponentsBuilder.fromUriString("http://x/?" + query).build().getQueryParams();
        return FetchParameters.read(parameters, (ObjectNode) Json.MAPPER.readTree(body), null);
    }

    private static Problem refusal(String query, String body) {
        return assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> read(query, body))
                .actual()
                .problem();
    }

    @Test
    void nothingAsksForTheDefaults() {
        FetchRequest request = read("", "{}");

        assertThat(request.adUnitCode()).isNull();
        assertThat(request.format()).isEqualTo(AdFormat.NATIVE);
        assertThat(request.subscriber()).isNull();
        assertThat(request.attributes().values()).isEmpty();
        assertThat(request.context()).isNull();
        assertThat(request.test()).isFalse();
        assertThat(request.debug()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sensitive", "child"})
    void thePublishersOwnKnowledgeIsTrueOrFalse(String name) {
        assertThat(flag(name, read(name + "=1", "{}"))).isTrue();
        assertThat(flag(name, read(name + "=true", "{}"))).isTrue();
        assertThat(flag(name, read(name + "=0", "{}"))).isFalse();
        assertThat(flag(name, read(name + "=true", "{\"" + name + "\": false}"))).isFalse();
        assertThat(flag(name, read("", "{\"" + name + "\": true}"))).isTrue();
        for (Problem refused :
                List.of(
                        refusal(name + "=yes", "{}"),
                        refusal("", "{\"" + name + "\": \"true\"}"),
                        refusal("", "{\"" + name + "\": 1}"))) {
            assertThat(refused.reason()).isEqualTo(Reason.INVALID_REQUEST);
            assertThat(refused.fields()).containsEntry("field", name);
        }
    }

    private static boolean flag(String name, FetchRequest request) {
        return name.equals("child") ? request.child() : request.sensitive();
    }

    @Test
    void bodyWinsOverQuery() {
        FetchRequest request =
                read(
                        "adUnit=q&format=sms&subscriber=q&test=1&.a=q&.b=q",
                        """
                        {"adUnit": "b", "format": "botplatform", "subscriber": "b", "test": 0,
                         "attributes": {"a": "b"}}
                        """);

        assertThat(request.adUnitCode()).isEqualTo("b");
        assertThat(request.format()).isEqualTo(AdFormat.BOTPLATFORM);
        assertThat(request.subscriber()).isEqualTo(new SubscriberId("b"));
        assertThat(request.test()).isFalse();
        assertThat(request.attributes().values())
                .isEqualTo(Map.of("a", new Text("b"), "b", new Text("q")));
    }

    @Test
    void nullInTheBodyLeavesTheQuerys() {
        assertThat(read("adUnit=q", "{\"adUnit\": null}").adUnitCode()).isEqualTo("q");
    }

    @Test
    void adUnitWinsOverItsAlias() {
        assertThat(read("adUnit=u&moment=m", "{}").adUnitCode()).isEqualTo("u");
        assertThat(read("moment=m", "{}").adUnitCode()).isEqualTo("m");
        assertThat(read("adUnit=u", "{\"moment\": \"m\"}").adUnitCode()).isEqualTo("u");
    }

    @Test
    void attributesHaveTheirTypes() {
        assertThat(
                        read(
                                        ".x=1&.x=2&.y=true&.=none",
                                        """
                                        {"attributes": {"s": "t", "n": 1.50, "f": true, "a": ["p", "q"],
                                         "none": null}}
                                        """)
                                .attributes()
                                .values())
                .isEqualTo(
                        Map.of(
                                "x",
                                new Texts(List.of("1", "2")),
                                "y",
                                new Text("true"),
                                "s",
                                new Text("t"),
                                "n",
                                new Numeric(new BigDecimal("1.50")),
                                "f",
                                new Flag(true),
                                "a",
                                new Texts(List.of("p", "q"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'adUnit': 1}|adUnit",
                "{'moment': []}|moment",
                "{'format': true}|format",
                "{'adFormat': {}}|adFormat",
                "{'subscriber': 17}|subscriber",
                "{'attributes': 'country'}|attributes",
                "{'attributes': ['country']}|attributes",
                "{'attributes': {'a': {}}}|attributes.a",
                "{'attributes': {'a': [1]}}|attributes.a"
            })
    void wrongTypeIsRefusedByItsField(String body, String field) {
        Problem problem = refusal("", body.replace('\'', '"'));

        assertThat(problem.reason()).isEqualTo(Reason.INVALID_REQUEST);
        assertThat(problem.fields()).containsEntry("field", field);
    }

    @Test
    void attributeCalledContextIsNotRead() {
        assertThat(
                        read(
                                        ".context=words&.Context=words",
                                        "{\"attributes\": {\"context\": [{\"text\": \"words\"}], \"CONTEXT\": 1}}")
                                .attributes()
                                .values())
                .isEmpty();
    }

    @Test
    void keyInPlaceOfASubscriberOrAttributeIsNotRepeated() {
        String key = ApiKeys.generate(KeyKind.FETCH, new SecureRandom());
        String hash = "key:" + ApiKeys.sha256(key).substring(0, 12);

        assertThat(
                        read(
                                        "." + key + "=see " + key,
                                        "{\"attributes\": {\"a\": [\""
                                                + key
                                                + "\"], \"b\": \""
                                                + key
                                                + "\"}}")
                                .attributes()
                                .values())
                .isEqualTo(
                        Map.of(
                                hash,
                                new Text("see " + hash),
                                "a",
                                new Texts(List.of(hash)),
                                "b",
                                new Text(hash)));
        assertThat(read("subscriber=" + key, "{}").subscriber()).isEqualTo(new SubscriberId(hash));
        assertThat(refusal("", "{\"attributes\": {\"" + key + "\": {}}}").fields())
                .containsEntry("field", "attributes." + hash);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "format=html",
                "format=Native",
                "format=flow",
                "adFormat=flow",
                "adFormat=Carousel",
                "adFormat=Flow&format=sms"
            })
    void unknownFormatIsRefused(String query) {
        assertThat(refusal(query, "{}").reason()).isEqualTo(Reason.INVALID_FORMAT);
    }

    @Test
    void flowComesInTheFormatNative() {
        assertThat(read("adFormat=Flow", "{}").format()).isEqualTo(AdFormat.FLOW);
        assertThat(read("adFormat=Flow&format=native", "{}").format()).isEqualTo(AdFormat.FLOW);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "null|false",
                "0|false",
                "0.0|false",
                "'0'|false",
                "''|false",
                "false|false",
                "'false'|false",
                "1|true",
                "true|true",
                "'1'|true",
                "'no'|true",
                "{}|true",
                "[]|true"
            },
            quoteCharacter = '`')
    void testIsAnythingButNothing(String value, boolean expected) {
        assertThat(read("", "{\"test\": " + value.replace('\'', '"') + "}").test())
                .isEqualTo(expected);
    }

    @Test
    void debugIsAFlagOfTheQueryOrTheHeader() {
        assertThat(read("debug=1", "{}").debug()).isTrue();
        assertThat(read("debug=0", "{}").debug()).isFalse();
        assertThat(read("", "{\"debug\": 1}").debug()).isFalse();
        assertThat(
                        FetchParameters.read(
                                        MultiValueMap.fromSingleValue(Map.of()),
                                        Json.MAPPER.createObjectNode(),
                                        "1")
                                .debug())
                .isTrue();
    }

    @Test
    void malformedContextIsIgnored() {
        assertThat(read("context=q", "{\"context\": 5}").context()).isNull();
        assertThat(read("context=q", "{}").context()).hasToString("ConversationContext[1 bytes]");
    }
}
