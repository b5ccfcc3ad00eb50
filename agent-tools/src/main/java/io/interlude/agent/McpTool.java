package io.interlude.agent;

import io.interlude.web.refusal.Problem;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/// One tool.
public interface McpTool {
    /// How a model finds it.
    About about();

    /// The arguments that it takes.
    ToolSchema schema();

    /// Does it. A refusal is an answer like others.
    ///
    /// @param arguments such as fit the schema
    Mono<ApiAnswer> call(ApiCaller caller, ObjectNode arguments);

    /// How it says that arguments do not fit its schema, or that it failed.
    default ApiAnswer refusal(Problem problem, ObjectNode arguments) {
        return ApiAnswer.of(problem);
    }

    /// How a model finds a tool.
    ///
    /// @param name in snake_case
    /// @param title for people
    /// @param description for models: when to use it, with which key, what comes back
    /// @param reads whether it changes nothing
    record About(String name, String title, String description, boolean reads) {}
}
