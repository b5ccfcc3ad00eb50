package io.interlude.agent.adcp;

import io.interlude.agent.ApiAnswer;
import io.interlude.agent.ApiCaller;
import io.interlude.agent.ApiClient;
import io.interlude.agent.McpTool;
import io.interlude.agent.ToolSchema;
import io.interlude.web.limits.OrgGate;
import io.interlude.web.refusal.Problem;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/// A task of the protocol as a tool: answers and errors in the protocol's form.
///
/// @param turns of orgs: a task gathers answers of many calls and holds them until its own is ready
record AdcpTool(About about, ToolSchema schema, ApiClient api, OrgGate turns, Task task)
        implements McpTool {
    /// The work of a task.
    @FunctionalInterface
    interface Task {
        /// The answer, without what all answers have. Fails with [AdcpException].
        Mono<ObjectNode> answer(Exchange exchange);
    }

    @Override
    public Mono<ApiAnswer> call(ApiCaller caller, ObjectNode arguments) {
        Exchange exchange = new Exchange(api, caller, arguments);
        return turns.of(
                        caller.orgId(),
                        Mono.defer(() -> {
                            exchange.check();
                            return task.answer(exchange);
                        }))
                .map(body -> Answer.done(body, arguments))
                .onErrorResume(
                        AdcpException.class, error -> Mono.just(Answer.failed(error, arguments)));
    }

    @Override
    public ApiAnswer refusal(Problem problem, ObjectNode arguments) {
        return Answer.failed(AdcpException.of(ApiAnswer.of(problem)), arguments);
    }
}
