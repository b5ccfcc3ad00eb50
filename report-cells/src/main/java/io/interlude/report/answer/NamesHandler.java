package io.interlude.report.answer;

import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.domain.identity.OrgId;
import io.interlude.report.answer.ReportNames.Named;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.Answers;
import io.interlude.web.answer.JsonPieces;
import io.interlude.web.answer.QueryParameters;
import io.interlude.web.limits.Place;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.util.Iterator;
import java.util.Map;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import tools.jackson.core.JsonGenerator;

/// `GET /v1/reports/names`: the names behind the ids and codes of reports, journal and decisions,
/// for everyone who may read those. Archived resources are among them, since the past is.
public final class NamesHandler implements RouteGroup {

    private final Authenticator authenticator;
    private final CatalogueRecords records;

    public NamesHandler(Authenticator authenticator, CatalogueRecords records) {
        this.authenticator = authenticator;
        this.records = records;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, "/v1/reports/names", this::names);
    }

    private Mono<ServerResponse> names(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, ReportHandler.READERS).orgId();
        if (!QueryParameters.API_KEYS.containsAll(request.queryParams().keySet())) {
            throw Problem.ofField(Reason.INVALID_REQUEST, "query", "Names take no parameters.")
                    .exception();
        }
        Place place = Place.of(request);
        return Mono.fromSupplier(() -> new ReportNames(records.pinned(orgId), orgId))
                .subscribeOn(place.sideWork())
                .flatMap(names ->
                        Answers.pieces(
                                MediaType.APPLICATION_JSON_VALUE,
                                new Pieces(names.all().iterator()),
                                Map.of(),
                                place));
    }

    /// The names that are still to be written.
    private static final class Pieces extends JsonPieces {
        private final Iterator<Named> names;

        Pieces(Iterator<Named> names) {
            this.names = names;
        }

        @Override
        protected void writeHead(JsonGenerator json) {
            json.writeArrayPropertyStart("items");
        }

        @Override
        protected boolean writeNext(JsonGenerator json) {
            if (!names.hasNext()) {
                json.writeEndArray();
                return false;
            }
            write(json, names.next());
            return true;
        }

        private static void write(JsonGenerator json, Named named) {
            json.writeStartObject();
            json.writeStringProperty("dimension", named.dimension());
            json.writeStringProperty("id", named.id());
            json.writeStringProperty("name", named.name());
            if (named.isFlow()) {
                json.writeStringProperty("type", "flow");
            }
            if (named.archived()) {
                json.writeBooleanProperty("archived", true);
            }
            json.writeEndObject();
        }
    }
}
