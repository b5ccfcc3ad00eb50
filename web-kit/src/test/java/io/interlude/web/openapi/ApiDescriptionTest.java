package io.interlude.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ApiDescriptionTest {
    private static final ApiFragment TEAPOTS = new ApiFragment("openapi/teapots.yaml");

    private final JsonNode document = ApiDescription.of(List.of(TEAPOTS));

    @Test
    void holdsWhatEveryServiceHasAndWhatTheFragmentAdds() {
        assertThat(document.path("openapi").asString()).startsWith("3.1");
        assertThat(document.path("paths").propertyNames())
                .contains("/health/ready", "/openapi.json", "/teapots/{id}");
        assertThat(document.at("/components/schemas").propertyNames())
                .contains("Problem", "Teapot");
        assertThat(document.path("tags")).hasSize(2);
    }

    @Test
    void writesOutTheRefusalsOfAnOperation() {
        JsonNode put = operation("put");

        assertThat(put.path("responses").propertyNames())
                .containsExactlyInAnyOrder(
                        "200", "400", "401", "403", "404", "413", "415", "429", "500", "503");
        assertThat(reasons(put, "401"))
                .containsExactlyInAnyOrder("missing_api_key", "invalid_api_key");
        assertThat(reasons(put, "404")).containsExactly("not_found");
        assertThat(put.path("security")).hasSize(2);
        assertThat(put.has("refusals")).isFalse();
    }

    @Test
    void anOpenOperationAsksForNoKeyAndSharesNoRefusals() {
        JsonNode get = operation("get");

        assertThat(get.path("security").isEmpty()).isTrue();
        assertThat(get.path("responses").propertyNames())
                .containsExactlyInAnyOrder("200", "400", "500", "503");
    }

    @Test
    void refusesTwoDescriptionsOfOneThing() {
        assertThatThrownBy(() -> ApiDescription.of(List.of(TEAPOTS, TEAPOTS)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("described twice: ");
    }

    private JsonNode operation(String method) {
        return document.path("paths").path("/teapots/{id}").path(method);
    }

    private static List<String> reasons(JsonNode operation, String status) {
        return operation
                .path("responses")
                .path(status)
                .at("/content/application~1json/schema/allOf/1/properties/reason/enum")
                .valueStream()
                .map(JsonNode::asString)
                .toList();
    }
}
