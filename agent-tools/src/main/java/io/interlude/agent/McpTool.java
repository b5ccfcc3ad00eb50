package io.interlude.agent;

import io.interlude.web.refusal.Problem;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/// One tool.
public interface McpTool {
    /// The entry by which a model finds it.
    About about();

    /// The arguments that it takes.
    ToolSchema schema();

    /// Does it. A refusal is an answer like others.
    ///
    /// @param arguments such as fit the schema
    Mono<ApiAnswer> call(ApiCaller caller, ObjectNode arguments);

    /// The answer where arguments do not fit its schema, or it failed.
    default ApiAnswer refusal(Problem problem, ObjectNode arguments) {
        return ApiAnswer.of(problem);
    }

    /// The entry by which a model finds a tool.
    ///
    /// @param name in snake_case
    /// @param title for people
    /// @param description for models: occasion, key and answer
    /// @param reads true if it changes nothing
    record About(String name, String title, String description, boolean reads) {}
}
