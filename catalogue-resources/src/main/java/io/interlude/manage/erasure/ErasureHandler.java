package io.interlude.manage.erasure;

import static java.util.Objects.requireNonNull;

import io.interlude.catalogue.key.Actor;
import io.interlude.catalogue.key.ApiKeys;
import io.interlude.catalogue.subscriber.ErasureReceipt;
import io.interlude.catalogue.subscriber.ErasureReceipts;
import io.interlude.catalogue.subscriber.SubscriberErasure;
import io.interlude.domain.identity.ConversationId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.manage.resource.Editor;
import io.interlude.manage.resource.ManagementRequests;
import io.interlude.manage.resource.Page;
import io.interlude.web.answer.Answers;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `DELETE /v1/manage/subscribers/{id}`, `DELETE /v1/manage/conversations/{id}` and the receipts
/// under `/v1/manage/erasures`. The id is the one that the application sends with its fetches; no
/// answer has it. Of one that nobody has, or that was erased before, there is a receipt like any
/// other: nothing tells whether there was anybody.
public final class ErasureHandler implements RouteGroup {
    private static final String RECEIPTS = "/v1/manage/erasures";
    private static final String ID = "id";
    private static final String RECEIPT_ID = "receiptId";

    private final ManagementRequests requests;
    private final SubscriberErasure erasure;
    private final ErasureReceipts receipts;

    public ErasureHandler(
            ManagementRequests requests, SubscriberErasure erasure, ErasureReceipts receipts) {
        this.requests = requests;
        this.erasure = erasure;
        this.receipts = receipts;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.DELETE, "/v1/manage/subscribers/{" + ID + "}", this::erase)
                .handle(
                        HttpMethod.DELETE,
                        "/v1/manage/conversations/{" + ID + "}",
                        this::eraseConversation)
                .handle(HttpMethod.GET, RECEIPTS, this::list)
                .handle(HttpMethod.GET, RECEIPTS + "/{" + RECEIPT_ID + "}", this::get);
    }

    private Mono<ServerResponse> erase(ServerRequest request) {
        return erase(request, new SubscriberId(given(request)));
    }

    private Mono<ServerResponse> eraseConversation(ServerRequest request) {
        return erase(request, new ConversationId(given(request)).asSubscriber());
    }

    /// As a fetch takes it.
    private static String given(ServerRequest request) {
        return ApiKeys.redacted(request.pathVariable(ID));
    }

    private Mono<ServerResponse> erase(ServerRequest request, SubscriberId id) {
        Editor editor = requests.editor(request);
        String erasedBy = requireNonNull(editor.recorded(), "the operator erases nobody");
        return ManagementRequests.outcome(() -> erasure.erase(editor.orgId(), id, erasedBy))
                .flatMap(receipt -> Answers.json(200, Shown.of(receipt)));
    }

    private Mono<ServerResponse> get(ServerRequest request) {
        Editor editor = requests.editor(request);
        ErasureReceipt receipt =
                receipts.find(editor.orgId(), request.pathVariable(RECEIPT_ID))
                        .orElseThrow(() ->
                                Problem.of(
                                                Reason.NOT_FOUND,
                                                "Your org has no receipt with this id.")
                                        .exception());
        return Answers.json(200, Shown.of(receipt));
    }

    private Mono<ServerResponse> list(ServerRequest request) {
        Editor editor = requests.editor(request);
        Page.Wanted wanted = Page.Wanted.of(request);
        List<ErasureReceipt> found =
                receipts.newestFirst(
                        editor.orgId(), before(editor.orgId(), wanted), wanted.limit() + 1);
        List<Shown> items = found.stream().limit(wanted.limit()).map(Shown::of).toList();
        String next =
                found.size() > wanted.limit() ? Page.cursor(items.getLast().receiptId()) : null;
        return Answers.json(200, new Page<>(items, next));
    }

    private Optional<String> before(OrgId orgId, Page.Wanted wanted) {
        String receiptId = wanted.afterId();
        if (receiptId.isEmpty()) {
            return Optional.empty();
        }
        if (receipts.find(orgId, receiptId).isEmpty()) {
            throw Problem.ofField(
                            Reason.INVALID_REQUEST,
                            "cursor",
                            "Give the nextCursor of the page before.")
                    .exception();
        }
        return Optional.of(receiptId);
    }

    private record Shown(String receiptId, String erasedAt, String erasedBy) {
        static Shown of(ErasureReceipt receipt) {
            return new Shown(
                    receipt.receiptId(),
                    receipt.erasedAt().toString(),
                    Actor.id(receipt.erasedBy()));
        }
    }
}
