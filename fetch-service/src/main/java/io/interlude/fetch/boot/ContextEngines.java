package io.interlude.fetch.boot;

import io.interlude.context.embedding.HttpEmbedder;
import io.interlude.context.embedding.ModelFolder;
import io.interlude.context.embedding.OnnxEmbedder;
import io.interlude.context.embedding.PatientEmbedder;
import io.interlude.context.embedding.ReaderUnavailableException;
import io.interlude.context.embedding.UnusableReaderException;
import io.interlude.context.engine.AwaitedEngine;
import io.interlude.context.engine.ContextModels;
import io.interlude.context.engine.ContextSettings;
import io.interlude.context.engine.Doubt;
import io.interlude.context.engine.EmbedderKind;
import io.interlude.context.engine.FittedReader;
import io.interlude.context.engine.InProcessContextEngine;
import io.interlude.context.language.ReadLanguages;
import io.interlude.domain.context.ContextEngine;
import io.interlude.fetch.context.ContextReader;
import io.interlude.web.limits.OrgTurns;
import io.interlude.web.limits.PatientThreads;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The engines that the settings ask for, and the threads that the transformer reads on.
final class ContextEngines implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ContextEngines.class);

    /// Contexts that wait for each thread of the transformer; the static embedder reads more.
    private static final int LONGEST_QUEUE = 64;

    /// The same in a cascade, where a context that waits longer is read too late.
    private static final int CASCADE_QUEUE = 4;

    /// Most of these that are one org's, so that there is room for others.
    private static final int LONGEST_QUEUE_OF_ORG = 32;

    private static final int CASCADE_QUEUE_OF_ORG = 1;

    private final Deque<Runnable> closing = new ConcurrentLinkedDeque<>();

    private final ExecutorService indexing =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().name("line-item-indexing").daemon().factory());

    /// A transformer needs milliseconds for each line item, and an endpoint may not answer at all:
    /// neither may hold up the line items of the static embedder.
    private final ExecutorService slowIndexing =
            Executors.newSingleThreadExecutor(new PatientThreads("line-item-slow-indexing"));

    private final ContextReader reader;

    private final ContextModels models = ContextModels.load();

    private ContextEngines(ContextEngineSettings settings, MeterRegistry meters) {
        indexing.execute(models.languages()::prepare);
        InProcessContextEngine fast = load(EmbedderKind.STATIC, settings, indexing);
        reader =
                switch (settings.embedder()) {
                    case STATIC -> new ContextReader(fast, null);
                    case CASCADE, TRANSFORMER ->
                            slowReader(
                                    fast,
                                    load(EmbedderKind.TRANSFORMER, settings, slowIndexing),
                                    settings,
                                    meters);
                    case HTTP -> slowReader(fast, loadHttp(settings), settings, meters);
                    case ONNX -> slowReader(fast, loadOnnx(settings), settings, meters);
                };
    }

    static ContextEngines load(ContextEngineSettings settings, MeterRegistry meters) {
        return new ContextEngines(settings, meters);
    }

    private InProcessContextEngine load(
            EmbedderKind kind, ContextEngineSettings settings, Executor indexItems) {
        InProcessContextEngine engine =
                InProcessContextEngine.load(
                        new ContextSettings(kind, 1, settings.appropriateness()),
                        models,
                        indexItems);
        closing.push(engine::close);
        return engine;
    }

    /// An endpoint may be away, and its model takes minutes to learn for, so nothing waits for it.
    private AwaitedEngine loadHttp(ContextEngineSettings settings) {
        HttpEmbedder.Endpoint endpoint = settings.httpEndpoint();
        PatientEmbedder patient = new PatientEmbedder(endpoint, FittedReader::report);
        closing.push(patient::close);
        CompletableFuture<InProcessContextEngine> awaited = new CompletableFuture<>();
        Thread.ofPlatform()
                .name("context-fitting")
                .daemon()
                .start(() -> {
                    try {
                        FittedReader fitted =
                                FittedReader.load(
                                        endpoint,
                                        patient,
                                        new ReadLanguages(settings.languages()),
                                        models,
                                        settings.folder());
                        InProcessContextEngine engine =
                                InProcessContextEngine.loadHttp(
                                        fitted,
                                        settings.minRelevance(),
                                        settings.appropriateness(),
                                        models,
                                        slowIndexing);
                        closing.push(engine::close);
                        awaited.complete(engine);
                    } catch (ReaderUnavailableException _) {
                        LOG.info("context.reader-fitting step=closed");
                    } catch (RuntimeException e) {
                        LOG.error("context.reader-not-fitted", e);
                    }
                });
        return new AwaitedEngine(awaited);
    }

    private InProcessContextEngine loadOnnx(ContextEngineSettings settings) {
        ModelFolder model = settings.onnxFolder();
        OnnxEmbedder embedder;
        try {
            embedder = OnnxEmbedder.load(model, 1);
        } catch (UnusableReaderException e) {
            throw ContextEngineSettings.unusable(e);
        }
        FittedReader fitted =
                FittedReader.load(
                        embedder,
                        model.contentSha256(),
                        new ReadLanguages(settings.languages()),
                        models,
                        settings.folder());
        InProcessContextEngine engine =
                InProcessContextEngine.loadOnnx(
                        fitted, settings.appropriateness(), models, slowIndexing);
        closing.push(engine::close);
        return engine;
    }

    private ContextReader slowReader(
            InProcessContextEngine fast,
            ContextEngine engine,
            ContextEngineSettings settings,
            MeterRegistry meters) {
        boolean cascade = settings.embedder() == ContextEngineSettings.Reader.CASCADE;
        int count = settings.transformerThreads();
        ExecutorService threads =
                Executors.newFixedThreadPool(count, new PatientThreads("context-reading"));
        closing.push(threads::shutdownNow);
        OrgTurns turns =
                new OrgTurns(
                        threads,
                        count * (cascade ? CASCADE_QUEUE : LONGEST_QUEUE),
                        count * (cascade ? CASCADE_QUEUE_OF_ORG : LONGEST_QUEUE_OF_ORG));
        Counter fallbacks =
                Counter.builder("interlude.context.fallbacks")
                        .description("Contexts that the chosen reader did not read in time")
                        .register(meters);
        return new ContextReader(
                fast,
                new ContextReader.SlowReading(
                        engine,
                        turns,
                        settings.budget(),
                        cascade ? Doubt::isLeftBy : null,
                        fallbacks));
    }

    ContextReader reader() {
        return reader;
    }

    @Override
    public void close() {
        indexing.shutdownNow();
        slowIndexing.shutdownNow();
        indexing.close();
        slowIndexing.close();
        closing.forEach(Runnable::run);
    }
}
