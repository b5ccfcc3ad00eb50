package io.interlude.manage.creative;

import io.interlude.catalogue.record.CatalogueCodec;
import io.interlude.domain.catalogue.CreativeContent.Card;
import io.interlude.domain.identity.ClickTokens;
import io.interlude.journal.json.Json;
import io.interlude.manage.resource.CatalogueChanges;
import io.interlude.manage.resource.Editing;
import io.interlude.manage.resource.Editor;
import io.interlude.manage.resource.ManagementRequests;
import io.interlude.manage.resource.ResourceJson;
import io.interlude.manage.validation.Fields;
import io.interlude.manage.validation.Violations;
import io.interlude.schema.CreativeVersionChanged;
import io.interlude.web.answer.Answers;
import io.interlude.web.answer.JsonBodies;
import io.interlude.web.limits.Place;
import io.interlude.web.rendering.CardPayloads;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.net.URI;
import java.time.InstantSource;
import java.util.function.IntFunction;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/// `POST /v1/manage/creatives:preview`: a creative in each format as a fetch would answer it, and
/// what is wrong with it, saving nothing. A card is shown as far as it is written, so that a person
/// sees it grow.
public final class PreviewHandler implements RouteGroup {
    private static final String PATH = "/v1/manage/creatives:preview";

    /// Stands for the tokens of click URLs and is as long, so that texts are cut where they would
    /// be. It has no valid signature, so it leads nowhere.
    private static final String TOKEN =
            "preview" + "-".repeat(ClickTokens.TOKEN_CHARACTERS - "preview".length());

    private final ManagementRequests requests;
    private final CatalogueChanges changes;
    private final Creatives creatives;
    private final InstantSource clock;

    public PreviewHandler(
            ManagementRequests requests,
            CatalogueChanges changes,
            Creatives creatives,
            InstantSource clock) {
        this.requests = requests;
        this.changes = changes;
        this.creatives = creatives;
        this.clock = clock;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.POST, PATH, this::preview);
    }

    private Mono<ServerResponse> preview(ServerRequest request) {
        Editor editor = requests.editor(request);
        String clickUrl = clickUrl(request.uri());
        return JsonBodies.object(request, ManagementRequests.MAX_BODY_BYTES)
                .publishOn(Place.of(request).sideWork())
                .flatMap(body -> Answers.json(200, preview(editor, body, _ -> clickUrl)));
    }

    /// Begins as the address that was asked does: behind a proxy it may differ from those of
    /// fetches.
    private static String clickUrl(URI asked) {
        return asked.getScheme() + "://" + asked.getAuthority() + "/c/" + TOKEN;
    }

    private ObjectNode preview(Editor editor, ObjectNode body, IntFunction<String> clickUrl) {
        Violations violations = new Violations();
        CreativeVersionChanged creative =
                creatives.decode(
                        Fields.of(body, violations),
                        new Editing<>(changes.live(editor.orgId()), null, clock.instant()));
        ObjectNode json = Json.MAPPER.createObjectNode();
        if (creative.getCard() != null) {
            Card card = CatalogueCodec.card(creative.getCard());
            json.set("native", CardPayloads.nativeCard(card, clickUrl));
            json.set("botplatform", CardPayloads.platformCard(card, clickUrl));
            json.set("sms", CardPayloads.textMessage(card, clickUrl));
        }
        if (creative.getFlowJson() != null) {
            ResourceJson.putKept(json, "flow", creative.getFlowJson());
        }
        json.set("violations", Json.MAPPER.valueToTree(violations.listed()));
        return json;
    }
}
