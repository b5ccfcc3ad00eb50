package io.interlude.check.deploy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// YAML as a tree, with its aliases and merges resolved.
final class YamlText {
    private static final JsonMapper JSON = JsonMapper.shared();

    /// A planted fault changes one file: the others need not be read again. Nobody changes a tree.
    private static final Map<String, List<JsonNode>> TEXT_TO_DOCUMENTS = new ConcurrentHashMap<>();

    private YamlText() {}

    static JsonNode read(String text) {
        return readAll(text).getFirst();
    }

    /// Every document of the text.
    static List<JsonNode> readAll(String text) {
        return TEXT_TO_DOCUMENTS.computeIfAbsent(
                text,
                _ ->
                        StreamSupport.stream(yaml().loadAll(text).spliterator(), false)
                                .<JsonNode>map(JSON::valueToTree)
                                .toList());
    }

    /// Every string below a node, its own included.
    static Stream<String> strings(JsonNode node) {
        return node.isValueNode()
                ? Stream.of(node.asString(""))
                : node.valueStream().flatMap(YamlText::strings);
    }

    private static Yaml yaml() {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        options.setMaxAliasesForCollections(500);
        return new Yaml(new SafeConstructor(options));
    }
}
