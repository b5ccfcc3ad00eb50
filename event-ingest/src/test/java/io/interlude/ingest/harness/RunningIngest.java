package io.interlude.ingest.harness;

import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.catalogue.subscriber.Pseudonyms;
import io.interlude.domain.identity.FetchIdProof;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.ingest.boot.IngestConfiguration;
import io.interlude.ingest.correction.EventSearch;
import io.interlude.journal.append.Journal;
import io.interlude.journal.rejected.RejectedJournal;
import io.interlude.web.access.Authenticator;
import io.interlude.web.access.RateLimits;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.server.LoopbackServer;
import io.interlude.web.settings.SettingsReader;
import io.interlude.web.settings.SettingsSection;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.mock.env.MockEnvironment;

/// Event ingest as it is wired for production, on a free port, over fakes of what is around it.
public final class RunningIngest implements AutoCloseable {
    private final InMemoryJournal journal = new InMemoryJournal();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final HttpClient client = HttpClient.newHttpClient();
    private final AnnotationConfigApplicationContext context =
            new AnnotationConfigApplicationContext();
    private final HttpEndpoint endpoint;

    public RunningIngest() {
        context.registerBean(Journal.class, () -> journal);
        context.registerBean(MeterRegistry.class, () -> meters);
        context.registerBean(InstantSource.class, () -> InstantSource.fixed(Fetches.NOW));
        context.registerBean(SigningKeys.class, () -> Fetches.SIGNING_KEYS);
        context.registerBean(FetchIdProof.class, () -> Fetches.PROOF);
        context.registerBean(Authenticator.class, KnownKeys::new);
        context.registerBean(
                RateLimits.class, () -> new RateLimits(RateLimits.Defaults.NONE, meters));
        context.registerBean(RejectedJournal.class, () -> new RefusedEvents(journal));
        context.registerBean(EventSearch.class, () -> new InMemorySearch(journal));
        context.registerBean(Catalogues.class, OneCreative::new);
        context.registerBean(CatalogueRecords.class, ArchivedBooking::new);
        context.registerBean(Pseudonyms.class, () -> Fetches.PSEUDONYMS);
        context.registerBean(SettingsReader.class, this::settings);
        context.register(IngestConfiguration.class);
        context.refresh();
        endpoint = LoopbackServer.of(context.getBeansOfType(RouteGroup.class).values(), meters);
        endpoint.start();
    }

    private SettingsReader settings() {
        List<SettingsSection<?>> sections =
                context.getBeansOfType(SettingsSection.class).values().stream()
                        .<SettingsSection<?>>map(section -> section)
                        .toList();
        return new SettingsReader(new MockEnvironment(), sections);
    }

    public InMemoryJournal journal() {
        return journal;
    }

    public double counted(String meter, String tag, String value) {
        return meters.get(meter).tag(tag, value).counter().count();
    }

    public HttpResponse<String> post(String path, String body, String... headers) {
        return send(
                request(path, headers)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body)));
    }

    public HttpResponse<String> postForm(String path, String body) {
        return send(
                request(path)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(body)));
    }

    public HttpResponse<String> get(String path, String... headers) {
        return send(request(path, headers).GET());
    }

    public HttpResponse<String> head(String path) {
        return send(request(path).HEAD());
    }

    private HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder builder =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + endpoint.port() + path));
        return headers.length == 0 ? builder : builder.headers(headers);
    }

    private HttpResponse<String> send(HttpRequest.Builder builder) {
        try {
            return client.send(
                    builder.timeout(Duration.ofSeconds(60)).build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        endpoint.stop();
        context.close();
        client.close();
    }
}
