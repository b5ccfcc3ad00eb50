package io.interlude.report.console;

import io.interlude.catalogue.record.ContentTaxonomy;
import io.interlude.web.answer.Accepted;
import io.interlude.web.answer.Answers;
import io.interlude.web.page.LazyFile;
import io.interlude.web.page.PageHeaders;
import io.interlude.web.page.StaticFile;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `/console` and its files. They hold no secret and need no key: the page signs in by
/// [SessionHandler]. Browsers may keep the files, and ask each time whether they are still good.
public final class ConsoleHandler implements RouteGroup {
    private static final String FOLDER = "/console/";
    private static final List<String> FILES =
            List.of(
                    "console.css",
                    "console.js",
                    "api.js",
                    "dom.js",
                    "text.js",
                    "range.js",
                    "names.js",
                    "charts.js",
                    "page.js",
                    "icon.svg",
                    "overview/attention.js",
                    "overview/overview.css",
                    "overview/overview.js",
                    "live/chart.js",
                    "live/creatives.js",
                    "live/live.css",
                    "live/live.js",
                    "live/tables.js",
                    "report/builder.js",
                    "report/delivery.js",
                    "report/funnel.js",
                    "report/line-item.js",
                    "report/metrics.js",
                    "report/plot.js",
                    "report/report.css",
                    "report/report.js",
                    "report/saved.js",
                    "journal/decision.js",
                    "journal/journal.css",
                    "journal/journal.js",
                    "journal/story.js",
                    "audit/audit.css",
                    "audit/audit.js",
                    "audit/corrections.js",
                    "flow/flow.css",
                    "flow/flow.js",
                    "flow/example.js",
                    "flow/graph.js",
                    "flow/places.js",
                    "flow/play.js",
                    "form/ask.js",
                    "form/categories.js",
                    "form/conflict.js",
                    "form/controls.js",
                    "form/difference.js",
                    "form/editor.js",
                    "form/form.css",
                    "form/parts.js",
                    "form/suitability.js",
                    "form/targeting.js",
                    "form/unsaved.js",
                    "form/violations.js",
                    "book/advertisers.js",
                    "book/attributions.js",
                    "book/book.css",
                    "book/book.js",
                    "book/campaign.js",
                    "book/campaign-form.js",
                    "book/campaigns.js",
                    "book/catalogue.js",
                    "book/creative.js",
                    "book/creative-form.js",
                    "book/edit-line-item.js",
                    "book/forecast.js",
                    "book/goals.js",
                    "book/lift.js",
                    "book/line-item-form.js",
                    "book/preview.js",
                    "book/rendered.js",
                    "book/standing.js",
                    "book/what-if.js",
                    "history/history.js",
                    "try/test-fetch.js",
                    "try/verdicts.js",
                    "setup/apps.js",
                    "setup/keys.js",
                    "setup/people.js",
                    "setup/sample.js",
                    "setup/secret.js",
                    "setup/settings.js",
                    "setup/snippets.js",
                    "setup/start.js",
                    "setup/subscribers.js",
                    "setup/watch.js");

    /// The walk of flows as publishers' pages run it, so that what is played here is what is
    /// served.
    private static final List<String> EXECUTOR = List.of("embed/walk.js", "embed/render-text.js");

    /// Nothing from elsewhere, nothing inline, in nobody's frame.
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'; require-trusted-types-for 'script'";

    private static final Map<String, String> HEADERS = PageHeaders.with(POLICY);

    @Override
    public void register(RouteTable routes) {
        LazyFile index = new LazyFile("index.html", () -> StaticFile.read("console/index.html"));
        index.serve(routes, "/console", HEADERS);
        index.serve(routes, FOLDER, HEADERS);
        routes.handle(HttpMethod.GET, "/", ConsoleHandler::root);
        FILES.forEach(file -> serve(routes, file, () -> StaticFile.read("console/" + file)));
        EXECUTOR.forEach(file -> serve(routes, file, () -> StaticFile.read(file)));
        serve(routes, ChartLibrary.FILE, ChartLibrary::read);
        serve(routes, "content-taxonomy.tsv", ContentTaxonomy::file);
    }

    /// Leads a person's browser to the console; a program finds nothing, as everywhere else.
    private static Mono<ServerResponse> root(ServerRequest request) {
        if (!Accepted.names(request, MediaType.TEXT_HTML)) {
            throw Problem.of(Reason.NOT_FOUND, "Nothing is here: check the path.").exception();
        }
        return Answers.empty(302, Map.of(HttpHeaders.LOCATION, "/console"));
    }

    private static void serve(RouteTable routes, String file, Supplier<byte[]> content) {
        new LazyFile(file, content).serve(routes, FOLDER + file, HEADERS);
    }
}
