package io.interlude.schema.registry.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.SchemaRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryRequestHandlerTest {
    private static final String STRING_BODY = "{\"schema\":\"\\\"string\\\"\"}";
    private static final String INT_BODY = "{\"schema\":\"\\\"int\\\"\"}";

    private final RegistryRequestHandler handler =
            new RegistryRequestHandler(SchemaRegistry.load(new InMemorySchemaJournal()));

    @BeforeEach
    void registerOneVersion() {
        call("POST /subjects/s/versions", STRING_BODY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "{}",
                "",
                "\\u0000",
                "{\\\"type\\\":\\\"record\\\",\\\"name\\\":\\\"a b\\\",\\\"fields\\\":[]}",
                "{\\\"type\\\":\\\"nothing\\\"}",
                "[[[[["
            })
    void tellsNothingOfTheInsideOfTheParser(String schema) {
        RegistryResponse response =
                call("POST /subjects/t/versions", "{\"schema\":\"" + schema + "\"}");

        assertThat(response.status()).isEqualTo(422);
        assertThat(response.body()).doesNotContain("Exception", "org.apache", "java.", "Source");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    GET /                                        | {}
                    GET /subjects                                | ["s"]
                    GET /subjects?subjectPrefix=x                | []
                    GET /subjects?offset=1&limit=5               | []
                    GET /subjects/s/versions                     | [1]
                    GET /subjects/s/versions/1                   | {"subject":"s","version":1,"id":1,"schema":"\\"string\\""}
                    GET /subjects/s/versions/latest              | {"subject":"s","version":1,"id":1,"schema":"\\"string\\""}
                    GET /subjects/s/versions/-1/schema           | "string"
                    GET /subjects/s/versions/1/referencedby      | []
                    GET /schemas                                 | [{"subject":"s","version":1,"id":1,"schema":"\\"string\\""}]
                    GET /schemas/types                           | ["AVRO"]
                    GET /schemas/ids/1                           | {"schema":"\\"string\\""}
                    GET /schemas/ids/1?fetchMaxId=true           | {"schema":"\\"string\\"","maxId":1}
                    GET /schemas/ids/1/schema                    | "string"
                    GET /schemas/ids/1/subjects                  | ["s"]
                    GET /schemas/ids/1/versions                  | [{"subject":"s","version":1}]
                    GET /config                                  | {"compatibilityLevel":"BACKWARD"}
                    GET /config/s?defaultToGlobal=true           | {"compatibilityLevel":"BACKWARD"}
                    GET /mode                                    | {"mode":"READWRITE"}
                    GET /mode/s?defaultToGlobal=true             | {"mode":"READWRITE"}
                    DELETE /subjects/s                           | [1]
                    DELETE /subjects/s/versions/latest           | 1
                    DELETE /config                               | {"compatibilityLevel":"BACKWARD"}
                    """)
    void answers(String request, String body) {
        assertThat(call(request, "")).isEqualTo(new RegistryResponse(200, body, List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    POST /subjects/s                             | {"schema":"\\"string\\""}      | {"subject":"s","version":1,"id":1,"schema":"\\"string\\""}
                    POST /subjects/t/versions                    | {"schema":"{\\"type\\":\\"string\\"}","schemaType":"AVRO"} | {"id":1}
                    POST /subjects/t/versions                    | {"schema":"\\"int\\""}         | {"id":2}
                    POST /compatibility/subjects/s/versions/1    | {"schema":"\\"string\\""}      | {"is_compatible":true}
                    POST /compatibility/subjects/s/versions/latest | {"schema":"\\"int\\""}       | {"is_compatible":false}
                    POST /compatibility/subjects/s/versions      | {"schema":"\\"int\\""}         | {"is_compatible":false}
                    POST /compatibility/subjects/t/versions      | {"schema":"\\"int\\""}         | {"is_compatible":true}
                    PUT /config                                  | {"compatibility":"full"}       | {"compatibility":"FULL"}
                    PUT /config/s                                | {"compatibility":"NONE"}       | {"compatibility":"NONE"}
                    PUT /mode                                    | {"mode":"READONLY"}            | {"mode":"READONLY"}
                    PUT /mode/s                                  | {"mode":"READONLY"}            | {"mode":"READONLY"}
                    """)
    void accepts(String request, String sent, String body) {
        assertThat(call(request, sent)).isEqualTo(new RegistryResponse(200, body, List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    GET /subjects/x/versions                     |                                | 404 | 40401
                    GET /subjects/s/versions/2                   |                                | 404 | 40402
                    GET /subjects/s/versions/0                   |                                | 422 | 42202
                    GET /subjects/s/versions/newest              |                                | 422 | 42202
                    GET /schemas/ids/9                           |                                | 404 | 40403
                    GET /schemas/ids/x                           |                                | 404 | 404
                    GET /config/s                                |                                | 404 | 40408
                    GET /mode/s                                  |                                | 404 | 40409
                    DELETE /config/s                             |                                | 404 | 40401
                    DELETE /subjects/x                           |                                | 404 | 40401
                    DELETE /subjects/s?permanent=true            |                                | 404 | 40405
                    DELETE /subjects/s/versions/1?permanent=true |                                | 404 | 40407
                    POST /subjects/s                             | {"schema":"\\"int\\""}         | 404 | 40403
                    POST /subjects/x                             | {"schema":"\\"int\\""}         | 404 | 40401
                    POST /subjects/s/versions                    | {"schema":"\\"int\\""}         | 409 | 409
                    POST /subjects/s/versions                    | {"schema":"{}"}                | 422 | 42201
                    POST /subjects/s/versions                    | {}                             | 422 | 42201
                    POST /subjects/s/versions                    | {"schema":"x","schemaType":"JSON"} | 422 | 42201
                    POST /subjects/s/versions                    | {"schema":"\\"string\\"","id":7} | 422 | 42205
                    POST /subjects/s/versions                    | []                             | 400 | 400
                    POST /subjects/s/versions                    | {                              | 400 | 400
                    POST /compatibility/subjects/x/versions/1    | {"schema":"\\"int\\""}         | 404 | 40401
                    PUT /config                                  | {"compatibility":"SOME"}       | 422 | 42203
                    PUT /mode                                    | {"mode":"SOME"}                | 422 | 42204
                    PUT /mode                                    | {"mode":"IMPORT"}              | 422 | 42205
                    GET /nothing                                 |                                | 404 | 404
                    PATCH /config                                |                                | 405 | 405
                    """)
    void refuses(String request, @Nullable String sent, int status, int code) {
        RegistryResponse response = call(request, sent == null ? "" : sent);
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.body()).startsWith("{\"error_code\":" + code + ",\"message\":\"");
    }

    @Test
    void tellsWhichMethodsAPathHas() {
        assertThat(call("PATCH /config", "").allow()).containsExactly("GET", "PUT", "DELETE");
    }

    @Test
    void tellsWhatSpeaksAgainstASchemaOnRequest() {
        String request = "POST /compatibility/subjects/s/versions?verbose=true";
        assertThat(call(request, INT_BODY).body())
                .startsWith("{\"is_compatible\":false,\"messages\":[\"")
                .contains("TYPE_MISMATCH");
    }

    @Test
    void listsDeletedVersionsOnRequest() {
        // when
        call("DELETE /subjects/s", "");

        // then
        assertThat(call("GET /subjects", "").body()).isEqualTo("[]");
        assertThat(call("GET /subjects?deleted=true", "").body()).isEqualTo("[\"s\"]");
        assertThat(call("GET /subjects/s/versions?deletedOnly=true", "").body()).isEqualTo("[1]");
        assertThat(call("GET /schemas/ids/1/subjects", "").body()).isEqualTo("[]");
        assertThat(call("DELETE /subjects/s?permanent=true", "").body()).isEqualTo("[1]");
    }

    private RegistryResponse call(String request, String body) {
        String[] words = request.split(" ", 2);
        String[] parts = words[1].split("\\?", 2);
        List<String> path =
                parts[0].equals("/") ? List.of() : List.of(parts[0].substring(1).split("/", -1));
        Map<String, String> query = new HashMap<>();
        if (parts.length > 1) {
            for (String parameter : parts[1].split("&", -1)) {
                String[] pair = parameter.split("=", 2);
                query.put(pair[0], pair[1]);
            }
        }
        return handler.handle(new RegistryRequest(words[0], path, query, body));
    }
}
