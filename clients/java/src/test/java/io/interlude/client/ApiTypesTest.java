package io.interlude.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.client.api.Amount;
import io.interlude.client.api.BotPlatformPayload;
import io.interlude.client.api.Consent;
import io.interlude.client.api.Decision;
import io.interlude.client.api.Disqualification;
import io.interlude.client.api.Event;
import io.interlude.client.api.EventType;
import io.interlude.client.api.Include;
import io.interlude.client.api.NativePayload;
import io.interlude.client.api.SmsPayload;
import io.interlude.client.api.Turn;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Holds the records to the OpenAPI document from which the other packages' types are generated:
/// `clients/generate` renews it, and fails where it differs from the product's.
final class ApiTypesTest {
    private static final JsonNode SCHEMAS =
            JsonMapper.shared().readTree(Path.of("..", "openapi.json")).at("/components/schemas");

    static Stream<Arguments> records() {
        return Stream.of(
                Arguments.of(Amount.class, "Amount", ""),
                Arguments.of(NativePayload.class, "NativePayload", ""),
                Arguments.of(
                        NativePayload.Action.class, "NativePayload", "/properties/actions/items"),
                Arguments.of(
                        NativePayload.Navigate.class,
                        "NativePayload",
                        "/properties/actions/items/properties/navigate"),
                Arguments.of(SmsPayload.class, "SmsPayload", ""),
                Arguments.of(BotPlatformPayload.class, "BotPlatformPayload", ""),
                Arguments.of(
                        BotPlatformPayload.Card.class, "BotPlatformPayload", "/properties/card"),
                Arguments.of(
                        BotPlatformPayload.Button.class,
                        "BotPlatformPayload",
                        "/properties/card/properties/buttons/items"),
                Arguments.of(Disqualification.class, "Disqualification", ""),
                Arguments.of(Ad.class, "ServedAd", ""),
                Arguments.of(Decision.class, "ServedAd", "/properties/decision"),
                Arguments.of(
                        Decision.Price.class, "ServedAd", "/properties/decision/properties/price"),
                Arguments.of(
                        Decision.Advertiser.class,
                        "ServedAd",
                        "/properties/decision/properties/advertiser"),
                Arguments.of(Event.class, "Event", ""),
                Arguments.of(Consent.class, "FetchRequest", "/properties/consent"),
                Arguments.of(Turn.class, "FetchRequest", "/properties/context/anyOf/1/items"));
    }

    @ParameterizedTest
    @MethodSource("records")
    void aRecordHasTheFieldsOfItsSchema(Class<? extends Record> type, String name, String at) {
        JsonNode schema = SCHEMAS.path(name).at(at);
        Set<String> required = texts(schema.path("required"));

        assertThat(type.getRecordComponents())
                .extracting(RecordComponent::getName)
                .containsExactlyInAnyOrderElementsOf(schema.path("properties").propertyNames());
        for (RecordComponent field : type.getRecordComponents()) {
            boolean mayLack =
                    field.getAnnotatedType().isAnnotationPresent(Nullable.class)
                            // Nothing in it stands for its absence, and the server has a default.
                            || List.of("properties", "disqualifications", "role")
                                    .contains(field.getName());
            assertThat(mayLack)
                    .as("%s of %s may be absent", field.getName(), name)
                    .isNotEqualTo(required.contains(field.getName()));
            assertThat(fits(field.getType(), resolved(schema.at("/properties/" + field.getName()))))
                    .as("type of %s of %s", field.getName(), name)
                    .isTrue();
        }
    }

    private static JsonNode resolved(JsonNode schema) {
        String reference = schema.path("$ref").asString("");
        return reference.isEmpty()
                ? schema
                : SCHEMAS.path(reference.substring(reference.lastIndexOf('/') + 1));
    }

    private static boolean fits(Class<?> type, JsonNode schema) {
        if (schema.has("anyOf")) {
            return type == Object.class;
        }
        return switch (schema.path("type").asString("")) {
            case "string" -> type == String.class;
            case "integer" -> type == int.class || type == Long.class;
            case "number" -> type == Double.class;
            case "boolean" -> type == Boolean.class;
            case "array" -> type == List.class;
            case "object" -> type.isRecord() || type == Map.class;
            default ->
                    schema.has("enum") ? type == String.class || type.isEnum() : type == int.class;
        };
    }

    @Test
    void aRequestHasAMethodForEveryField() {
        Set<String> methods = new TreeSet<>();
        for (Method method : FetchRequest.class.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers())
                    && !Modifier.isStatic(method.getModifiers())
                    && method.getReturnType() == FetchRequest.class) {
                methods.add(method.getName());
            }
        }
        // Of the header and the query.
        methods.removeAll(List.of("timeout", "idempotencyKey", "debug"));
        // Chosen by what is asked for.
        methods.addAll(List.of("format", "adFormat"));
        // The older name of adUnit.
        methods.add("moment");

        assertThat(methods)
                .containsExactlyInAnyOrderElementsOf(
                        SCHEMAS.at("/FetchRequest/properties").propertyNames());
    }

    @Test
    void theNamesAreThoseOfTheDocument() {
        assertThat(names(EventType.values()))
                .isEqualTo(texts(SCHEMAS.at("/Event/properties/eventType/enum")));
        assertThat(names(Include.values()))
                .isEqualTo(texts(SCHEMAS.at("/FetchRequest/properties/include/items/enum")));
        assertThat(texts(SCHEMAS.at("/Format/enum")))
                .containsExactly("botplatform", "native", "sms");
    }

    private static Set<String> names(Object[] values) {
        return texts(JsonMapper.shared().valueToTree(Arrays.asList(values)));
    }

    private static Set<String> texts(JsonNode list) {
        Set<String> texts = new TreeSet<>();
        list.forEach(text -> texts.add(text.asString()));
        return texts;
    }
}
