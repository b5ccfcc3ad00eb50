package io.interlude.fetch.harness;

import io.interlude.catalogue.subscriber.Pseudonyms;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.identity.FetchIdProof;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.fetch.boot.FetchConfiguration;
import io.interlude.fetch.selection.HidingOrgs;
import io.interlude.journal.availability.ReadinessCheck;
import io.interlude.journal.json.Json;
import io.interlude.schema.FeedbackKind;
import io.interlude.schema.FeedbackRecorded;
import io.interlude.schema.topic.Topics;
import io.interlude.web.access.Authenticator;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.server.LoopbackServer;
import io.interlude.web.settings.SettingsReader;
import io.interlude.web.settings.SettingsSection;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.mock.env.MockEnvironment;
import tools.jackson.databind.JsonNode;

/// The fetch service as it is wired for production, on a free port, over fakes of what is around
/// it. Its clock stands at noon of a Wednesday, UTC.
public final class RunningFetch implements AutoCloseable {
    public static final Instant NOW = Instant.parse("2026-06-10T12:00:00Z");
    public static final SigningKeys SIGNING_KEYS = signingKeys();
    public static final FetchIdProof PROOF = new FetchIdProof(SIGNING_KEYS);

    /// A subscriber whose pseudonym cannot be made.
    public static final String UNKNOWN = "unknown";

    private final OneCatalogue catalogue = new OneCatalogue();
    private final InMemoryJournal journal = new InMemoryJournal();
    private final LaggingAggregator aggregator = new LaggingAggregator(journal);
    private final HidingOrgs hidingOrgs =
            new HidingOrgs(Duration.ofDays(90), InstantSource.fixed(NOW));
    private final HttpClient client = HttpClient.newHttpClient();
    private final AnnotationConfigApplicationContext context =
            new AnnotationConfigApplicationContext();
    private final HttpEndpoint endpoint;

    public RunningFetch() {
        this(_ -> {});
    }

    /// One that draws the same for the same fetches whenever the seed is the same.
    public static RunningFetch seeded(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return drawing(() -> random.nextLong(RecordedDecision.SEEDS));
    }

    /// One that draws by these seeds, one for each ad.
    public static RunningFetch drawing(LongSupplier seeds) {
        return new RunningFetch(
                context -> context.registerBean("decisionSeeds", LongSupplier.class, () -> seeds));
    }

    /// One that learns what was spent before it started when the check says so.
    public static RunningFetch learningOfEarlierSpend(ReadinessCheck earlierSpend) {
        return new RunningFetch(context ->
                context.registerBean("earlierSpend", ReadinessCheck.class, () -> earlierSpend));
    }

    private RunningFetch(Consumer<AnnotationConfigApplicationContext> more) {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        hidingOrgs.onBatchEnd(true);
        context.registerBean(OneCatalogue.class, () -> catalogue);
        context.registerBean(InMemoryJournal.class, () -> journal);
        context.registerBean(LaggingAggregator.class, () -> aggregator);
        context.registerBean(MeterRegistry.class, () -> meters);
        context.registerBean(InstantSource.class, () -> InstantSource.fixed(NOW));
        context.registerBean(SigningKeys.class, () -> SIGNING_KEYS);
        context.registerBean(FetchIdProof.class, () -> PROOF);
        context.registerBean(Authenticator.class, KnownKeys::new);
        context.registerBean(Pseudonyms.class, OwnPseudonyms::new);
        context.registerBean(SettingsReader.class, this::settings);
        context.registerBean(HidingOrgs.class, () -> hidingOrgs);
        more.accept(context);
        context.register(FetchConfiguration.class);
        context.refresh();
        endpoint = LoopbackServer.of(context.getBeansOfType(RouteGroup.class).values(), meters);
        endpoint.start();
    }

    /// An id stands for itself here, but for one whose org's keys are not known.
    private static final class OwnPseudonyms implements Pseudonyms {
        @Override
        public Optional<Subscriber> of(OrgId orgId, SubscriberId id) {
            return id.value().equals(UNKNOWN)
                    ? Optional.empty()
                    : Optional.of(new Subscriber(id.value()));
        }

        @Override
        public Optional<Subscriber> of(OrgId orgId, SubscriberId id, String name) {
            return of(orgId, id).map(known -> new Subscriber(known.value() + " in " + name));
        }
    }

    private SettingsReader settings() {
        MockEnvironment environment = new MockEnvironment();
        environment.setProperty("interlude.fetch.base-url", "https://il.example");
        environment.setProperty("interlude.fetch.node", "0");
        List<SettingsSection<?>> sections =
                context.getBeansOfType(SettingsSection.class).values().stream()
                        .<SettingsSection<?>>map(section -> section)
                        .toList();
        return new SettingsReader(environment, sections);
    }

    private static SigningKeys signingKeys() {
        byte[] secret = new byte[SigningKeys.SECRET_BYTES];
        Arrays.fill(secret, (byte) 7);
        return new SigningKeys(List.of(secret));
    }

    /// The subscriber of the org has hidden the advertiser, and the aggregator knows it.
    public void hide(String subscriber, String advertiser, Instant at) {
        FeedbackRecorded said = new FeedbackRecorded();
        said.setOrgId(KnownKeys.ORG.value());
        said.setOccurredAt(at);
        said.setKind(FeedbackKind.hide);
        hidingOrgs.onRecord(
                Topics.FEEDBACK,
                new ConsumerRecord<>(Topics.FEEDBACK.name(), 0, 0, "", new byte[0]),
                said);
        aggregator.hide(subscriber, advertiser, at);
    }

    public OneCatalogue catalogue() {
        return catalogue;
    }

    public InMemoryJournal journal() {
        return journal;
    }

    public LaggingAggregator aggregator() {
        return aggregator;
    }

    public Map<String, ReadinessCheck> readinessChecks() {
        return context.getBeansOfType(ReadinessCheck.class);
    }

    /// `POST` with the fetch key and that body.
    public Answer post(String body) {
        return postTo("?key=fetch", body);
    }

    public Answer postTo(String query, String body, String... headers) {
        return postLater(query, body, headers).join();
    }

    public CompletableFuture<Answer> postLater(String query, String body, String... headers) {
        return send(
                request(query, headers)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body)));
    }

    public Answer get(String query, String... headers) {
        return send(request(query, headers).GET()).join();
    }

    private HttpRequest.Builder request(String query, String... headers) {
        URI uri = URI.create("http://127.0.0.1:" + endpoint.port() + "/v1/fetch/v2" + query);
        HttpRequest.Builder builder = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(60));
        return headers.length == 0 ? builder : builder.headers(headers);
    }

    private CompletableFuture<Answer> send(HttpRequest.Builder request) {
        return client.sendAsync(request.build(), BodyHandlers.ofString()).thenApply(Answer::of);
    }

    @Override
    public void close() {
        endpoint.stop();
        context.close();
        client.close();
    }

    /// An answer of the service.
    public record Answer(int status, String body) {
        static Answer of(HttpResponse<String> response) {
            return new Answer(response.statusCode(), response.body());
        }

        public JsonNode json() {
            return Json.MAPPER.readTree(body);
        }

        public String text(String field) {
            return json().path(field).asString("");
        }
    }
}
