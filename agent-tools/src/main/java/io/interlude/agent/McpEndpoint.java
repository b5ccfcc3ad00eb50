package io.interlude.agent;

import static java.util.Objects.requireNonNull;

import io.interlude.journal.json.Json;
import io.interlude.web.refusal.ErrorMapping;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.node.ObjectNode;

/// The protocol's server, by its official SDK, over messages that [McpHandler] takes in.
final class McpEndpoint implements McpStatelessServerTransport {
    private static final Logger LOG = LoggerFactory.getLogger(McpEndpoint.class);
    private static final String CALLER = "caller";
    private static final String INSTRUCTIONS =
            "Interlude serves ads in conversations. Assistants: get_ad at a natural pause, show the"
                    + " disclosure, then report_event. Ad operations: report, delivery,"
                    + " why_not_serving and explain_decision read; book_line_item makes drafts, which"
                    + " a person approves. Buyers: AdCP 3.0 from get_adcp_capabilities on.";

    private @Nullable McpStatelessServerHandler handler;

    /// The SDK checks no arguments: it would log what is wrong with them.
    McpEndpoint(List<McpTool> tools) {
        var _ =
                McpServer.async(this)
                        .serverInfo("interlude", "1")
                        .instructions(INSTRUCTIONS)
                        .capabilities(ServerCapabilities.builder().tools(false).build())
                        .jsonMapper(new JacksonMcpJsonMapper(Json.MAPPER))
                        .validateToolInputs(false)
                        .tools(tools.stream().map(McpEndpoint::specification).toList())
                        .build();
    }

    @Override
    public void setMcpHandler(McpStatelessServerHandler mcpHandler) {
        handler = mcpHandler;
    }

    Mono<Void> notify(ApiCaller caller, JSONRPCNotification notification) {
        return Mono.defer(() ->
                        requireNonNull(handler).handleNotification(context(caller), notification))
                .onErrorComplete();
    }

    /// Tools fail in a form of their own. What else fails is a message of other types than the
    /// protocol's, of which the SDK tells in the words of its parser, or throws them.
    Mono<JSONRPCResponse> answer(ApiCaller caller, JSONRPCRequest request) {
        return Mono.defer(() -> requireNonNull(handler).handleRequest(context(caller), request))
                .filter(answer ->
                        answer.error() == null
                                || answer.error().code() != ErrorCodes.INTERNAL_ERROR)
                .onErrorComplete()
                .defaultIfEmpty(
                        JSONRPCResponse.error(
                                request.id(),
                                new JSONRPCError(
                                        ErrorCodes.INVALID_PARAMS,
                                        "The params cannot be read: send what the protocol has for"
                                                + " the method.")));
    }

    private static McpTransportContext context(ApiCaller caller) {
        return McpTransportContext.create(Map.of(CALLER, caller));
    }

    private static AsyncToolSpecification specification(McpTool tool) {
        McpTool.About about = tool.about();
        McpSchema.Tool described =
                McpSchema.Tool.builder(about.name(), tool.schema().asMap())
                        .title(about.title())
                        .description(about.description())
                        .annotations(
                                ToolAnnotations.builder()
                                        .readOnlyHint(about.reads())
                                        .destructiveHint(false)
                                        .openWorldHint(false)
                                        .build())
                        .build();
        return new AsyncToolSpecification(
                described, (context, request) -> call(tool, context, request));
    }

    private static Mono<CallToolResult> call(
            McpTool tool, McpTransportContext context, CallToolRequest request) {
        ObjectNode arguments =
                request.arguments() == null
                        ? Json.MAPPER.createObjectNode()
                        : Json.MAPPER.valueToTree(request.arguments());
        Optional<Problem> misfit = tool.schema().check(arguments);
        Mono<ApiAnswer> answer =
                misfit.isPresent()
                        ? Mono.just(tool.refusal(misfit.get(), arguments))
                        : Mono.defer(() ->
                                tool.call(
                                        (ApiCaller) requireNonNull(context.get(CALLER)),
                                        arguments));
        return answer.onErrorResume(
                        error -> Mono.just(tool.refusal(failure(tool, error), arguments)))
                .map(McpEndpoint::result);
    }

    private static Problem failure(McpTool tool, Throwable error) {
        return ErrorMapping.problem(error)
                .orElseGet(() -> {
                    String errorId = UUID.randomUUID().toString();
                    LOG.error("mcp.failed errorId={} tool={}", errorId, tool.about().name(), error);
                    return Problem.of(
                                    Reason.INTERNAL_ERROR,
                                    "The tool failed: call it again, or report the errorId.")
                            .withField("errorId", errorId);
                });
    }

    /// As text for models, and as an object for programs.
    private static CallToolResult result(ApiAnswer answer) {
        Map<String, Object> body =
                Json.MAPPER.convertValue(answer.body(), new TypeReference<>() {});
        return CallToolResult.builder(
                        List.of(
                                TextContent.builder(Json.MAPPER.writeValueAsString(answer.body()))
                                        .build()))
                .structuredContent(body)
                .isError(answer.isRefusal())
                .build();
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.empty();
    }
}
