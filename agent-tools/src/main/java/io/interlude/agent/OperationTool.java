package io.interlude.agent;

import java.util.Map;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/// A tool that is one operation of the HTTP interface.
///
/// @param query parameters that are always sent, encoded; empty for none
/// @param fixed fields of the body that are always sent
record OperationTool(
        About about,
        ToolSchema schema,
        ApiClient api,
        ApiOperation operation,
        String query,
        Map<String, Integer> fixed)
        implements McpTool {
    OperationTool {
        fixed = Map.copyOf(fixed);
    }

    @Override
    public Mono<ApiAnswer> call(ApiCaller caller, ObjectNode arguments) {
        ObjectNode all = arguments.deepCopy();
        fixed.forEach(all::put);
        return api.call(caller, operation.request(all, query));
    }
}
