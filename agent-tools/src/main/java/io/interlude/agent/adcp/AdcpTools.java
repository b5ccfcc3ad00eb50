package io.interlude.agent.adcp;

import io.interlude.agent.ApiClient;
import io.interlude.agent.McpTool;
import io.interlude.agent.McpTool.About;
import io.interlude.agent.ToolSchema;
import io.interlude.agent.adcp.AdcpTool.Task;
import io.interlude.journal.json.Json;
import io.interlude.web.limits.OrgGate;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The tasks of the protocol that are offered. What they take is written in a file, as much of the
/// protocol's own schemas as is read here: the whole would be more than a model takes in.
public final class AdcpTools {
    /// Tasks of an org at a time. The others wait: as many as arrive would each hold what they have
    /// gathered so far.
    private static final int TASKS_OF_ORG = 4;

    private AdcpTools() {}

    /// Every tool.
    public static List<McpTool> all(ApiClient api, Seller seller, InstantSource clock) {
        JsonNode described = resource("tools.json");
        OrgGate turns = new OrgGate(TASKS_OF_ORG, Schedulers.parallel()::schedule);
        List<McpTool> tools = new ArrayList<>();
        tasks(seller, clock)
                .forEach((name, task) ->
                        tools.add(tool(name, described.path(name), api, turns, task)));
        return tools;
    }

    private static Map<String, Task> tasks(Seller seller, InstantSource clock) {
        Capabilities capabilities = new Capabilities(seller);
        Formats formats = new Formats(seller);
        MediaBuys buys = new MediaBuys(clock);
        Map<String, Task> tasks = new LinkedHashMap<>();
        tasks.put("get_adcp_capabilities", _ -> Mono.fromSupplier(capabilities::json));
        tasks.put("list_accounts", Capabilities::accounts);
        tasks.put("get_products", new Products(seller, formats, clock));
        tasks.put("list_creative_formats", formats);
        tasks.put("create_media_buy", new CreateMediaBuy(formats, buys, clock));
        tasks.put("tasks_get", new TaskLookup(buys));
        tasks.put("get_media_buys", buys);
        tasks.put("get_media_buy_delivery", new Delivery(buys, clock));
        tasks.put("sync_creatives", new SyncCreatives(formats));
        tasks.put("update_media_buy", new UpdateMediaBuy(buys, clock));
        return tasks;
    }

    private static AdcpTool tool(
            String name, JsonNode described, ApiClient api, OrgGate turns, Task task) {
        return new AdcpTool(
                new About(
                        name,
                        described.path("title").asString(),
                        described.path("description").asString(),
                        described.path("reads").asBoolean()),
                ToolSchema.of((ObjectNode) described.path("inputSchema"), Answer.object()),
                api,
                turns,
                task);
    }

    static ObjectNode resource(String name) {
        try (InputStream file = AdcpTools.class.getResourceAsStream("/adcp/" + name)) {
            if (file == null) {
                throw new IllegalStateException("not packed: adcp/" + name);
            }
            return (ObjectNode) Json.MAPPER.readTree(file.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
