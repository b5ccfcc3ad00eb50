package io.interlude.web.openapi;

import io.interlude.journal.json.Json;
import io.interlude.web.page.StaticFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;

/// The OpenAPI 3.1 document of the services of one process (OpenAPI Specification 3.1.1).
public final class ApiDescription {
    private static final ApiFragment COMMON = new ApiFragment("openapi/common.yaml");

    private ApiDescription() {}

    /// Merges fragments, in their order, onto what all have in common.
    ///
    /// @throws IllegalArgumentException if two fragments say different things of one path, schema
    ///   or other component, or one names a reason that does not exist
    public static JsonNode of(Collection<ApiFragment> fragments) {
        Map<String, Object> document = new LinkedHashMap<>();
        merge("", document, read(COMMON));
        fragments.forEach(fragment -> merge("", document, read(fragment)));
        Operations.writeOut(child(document, "paths"));
        return Json.MAPPER.valueToTree(document);
    }

    private static Map<String, Object> read(ApiFragment fragment) {
        String yaml = new String(StaticFile.read(fragment.resource()), StandardCharsets.UTF_8);
        Object loaded = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
        return map(loaded);
    }

    private static void merge(String place, Map<String, Object> into, Map<String, Object> more) {
        more.forEach((name, value) -> {
            Object before = into.get(name);
            String path = place + '/' + name;
            if (before == null) {
                into.put(name, value instanceof Map ? new LinkedHashMap<>(map(value)) : value);
            } else if (before instanceof Map && value instanceof Map) {
                merge(path, map(before), map(value));
            } else if (before instanceof List<?> first && value instanceof List<?> second) {
                List<Object> both = new ArrayList<>(first);
                both.addAll(second);
                into.put(name, both);
            } else {
                throw new IllegalArgumentException("described twice: " + path);
            }
        });
    }

    static Map<String, Object> child(Map<String, Object> parent, String name) {
        return map(parent.computeIfAbsent(name, _ -> new LinkedHashMap<>()));
    }

    /// YAML's maps have texts for keys, but for statuses, which are written in quotation marks.
    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
