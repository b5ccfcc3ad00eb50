package io.interlude.context.engine;

import static io.interlude.context.engine.Catalogues.catalogue;
import static io.interlude.context.engine.Catalogues.lineItem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.context.embedding.ReaderUnavailableException;
import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.ContextReading.Understood;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.context.Moment;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InProcessContextEngineTest {
    private static final LineItemId HOTELS = new LineItemId("hotels");
    private static final LineItemId TOOLS = new LineItemId("tools");
    private static final LineItem HOTELS_ITEM = lineItem("hotels", 8, "hotels", "city breaks");
    private static final LineItem TOOLS_ITEM = lineItem("tools", 8, "garden tools");

    private final Deque<Runnable> waiting = new ArrayDeque<>();

    @Test
    void tellsHowNearLineItemsAre() {
        try (InProcessContextEngine engine = engine()) {
            ContextReading reading =
                    read(
                            engine,
                            "I need a hotel in Rome for two nights",
                            catalogue(1, HOTELS_ITEM, TOOLS_ITEM));

            assertThat(similarity(reading, HOTELS))
                    .isGreaterThan(EmbedderKind.DEFAULT_MIN_RELEVANCE);
            assertThat(similarity(reading, TOOLS)).isLessThan(EmbedderKind.DEFAULT_MIN_RELEVANCE);
            assertThat(similarity(reading, new LineItemId("unknown"))).isZero();
        }
    }

    @Test
    void judgesTheNeedOfWhatItCanRead() {
        try (InProcessContextEngine engine = engine()) {
            OrgCatalogue empty = catalogue(1);

            assertThat(need(read(engine, "I need a cheap hotel in Rome", empty)))
                    .isGreaterThan(0.5);
            assertThat(need(read(engine, "what is 17 times 4?", empty))).isBetween(0.0, 0.2);
            assertThat(need(read(engine, "Ich brauche ein Hotel in Rom", empty))).isNull();
        }
    }

    private static @Nullable Double need(ContextReading reading) {
        return ((ContextReading.Understood) reading).need();
    }

    @Test
    void namesWhatMakesAMomentSensitive() {
        String words = "my mother died this morning and I can't stop crying";
        ContextSettings serving = new ContextSettings(EmbedderKind.STATIC, 1, false);
        try (InProcessContextEngine engine = engine();
                InProcessContextEngine lenient =
                        InProcessContextEngine.load(serving, Runnable::run)) {
            assertThat(category(engine.read(Conversation.ofSummary(words), catalogue(1))))
                    .isEqualTo("grief");
            assertThat(category(lenient.read(Conversation.ofSummary(words), catalogue(1))))
                    .isNull();
        }
    }

    @Test
    void readsWithTheOlderIndexWhileTheNewOneIsInWork() {
        try (InProcessContextEngine engine =
                InProcessContextEngine.load(ContextSettings.DEFAULT, waiting::add)) {
            OrgCatalogue newer = catalogue(2, HOTELS_ITEM, TOOLS_ITEM);
            Conversation talk = Conversation.ofSummary("which spade is best for digging?");
            CompletableFuture<Void> older = engine.index(catalogue(1, HOTELS_ITEM));
            waiting.remove().run();
            CompletableFuture<Void> indexed = engine.index(newer);

            ContextReading before = engine.read(talk, newer);
            assertThat(older).isDone();
            assertThat(indexed).isNotDone();
            waiting.remove().run();

            assertThat(indexed).isDone();
            assertThat(similarity(before, TOOLS)).isZero();
            assertThat(similarity(engine.read(talk, newer), TOOLS)).isPositive();
            assertThat(waiting).isEmpty();
        }
    }

    @Test
    void aFlowSpeaksForItsLineItem() {
        LineItem vague = lineItem("tools", 8, "spring sale");
        String flow = "{\"nodes\": [{\"type\": \"message\", \"text\": \"Our mowers and spades\"}]}";
        try (InProcessContextEngine engine = engine()) {
            OrgCatalogue without = catalogue(1, vague);
            OrgCatalogue with =
                    catalogue(2, List.of(vague), List.of(creative(new CreativeContent.Flow(flow))));
            String words = "which mower suits a small lawn?";

            double before = similarity(read(engine, words, without), TOOLS);

            assertThat(similarity(read(engine, words, with), TOOLS)).isGreaterThan(before + 0.05);
        }
    }

    @Test
    void theTransformerFitsTheSamePort() {
        ContextSettings settings = new ContextSettings(EmbedderKind.TRANSFORMER, 1, true);
        try (InProcessContextEngine engine = InProcessContextEngine.load(settings, Runnable::run)) {
            ContextReading reading =
                    read(
                            engine,
                            "I need a hotel in Rome for two nights",
                            catalogue(1, HOTELS_ITEM, TOOLS_ITEM));

            assertThat(similarity(reading, HOTELS))
                    .isGreaterThan(EmbedderKind.DEFAULT_MIN_RELEVANCE);
        }
    }

    @Test
    void theTransformerLeavesContextsToOthersWhileLineItemsAreInWork() {
        ContextSettings settings = new ContextSettings(EmbedderKind.TRANSFORMER, 1, true);
        try (InProcessContextEngine engine = InProcessContextEngine.load(settings, waiting::add)) {
            Conversation talk = Conversation.ofSummary("I need a hotel in Rome for two nights");
            OrgCatalogue catalogue = catalogue(1, HOTELS_ITEM);
            CompletableFuture<Void> indexed = engine.index(catalogue);

            assertThatThrownBy(() -> engine.read(talk, catalogue))
                    .isInstanceOf(ReaderUnavailableException.class);
            waiting.remove().run();

            assertThat(indexed).isDone();
            assertThat(similarity(engine.read(talk, catalogue), HOTELS)).isPositive();
        }
    }

    @Test
    void saysWhatIsNearByDefault() {
        try (InProcessContextEngine engine = engine()) {
            assertThat(read(engine, "a hotel in Rome", catalogue(1)))
                    .isInstanceOfSatisfying(
                            Understood.class,
                            understood ->
                                    assertThat(understood.defaultMinRelevance())
                                            .isEqualTo(EmbedderKind.DEFAULT_MIN_RELEVANCE));
        }
    }

    /// Reads once the catalogue is indexed.
    private static ContextReading read(
            InProcessContextEngine engine, String words, OrgCatalogue catalogue) {
        engine.index(catalogue).join();
        return engine.read(Conversation.ofSummary(words), catalogue);
    }

    private static @Nullable String category(ContextReading reading) {
        return Moment.of(reading).decliningCategory();
    }

    private static InProcessContextEngine engine() {
        return InProcessContextEngine.load(ContextSettings.DEFAULT, Runnable::run);
    }

    private static double similarity(ContextReading reading, LineItemId id) {
        assertThat(reading).isInstanceOf(Understood.class);
        return ((Understood) reading).similarity().of(id);
    }

    private static CreativeVersion creative(CreativeContent content) {
        return new CreativeVersion(
                new CreativeId("c1"), 1, TOOLS, true, null, Instant.EPOCH, 1, Map.of(), content);
    }
}
