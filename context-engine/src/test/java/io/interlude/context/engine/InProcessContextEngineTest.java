package io.interlude.context.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.ContextInterest;
import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.ContextReading.Sensitive;
import io.interlude.domain.context.ContextReading.Understood;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.PacingMode;
import io.interlude.domain.rotation.Rotation;
import io.interlude.domain.rotation.RotationMode;
import io.interlude.domain.targeting.Targeting;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InProcessContextEngineTest {
    private static final OrgId ORG = new OrgId("acme");
    private static final CampaignId CAMPAIGN = new CampaignId("spring");
    private static final LineItemId HOTELS = new LineItemId("hotels");
    private static final LineItemId TOOLS = new LineItemId("tools");
    private static final LineItem HOTELS_ITEM = lineItem(HOTELS, "hotels", "city breaks");
    private static final LineItem TOOLS_ITEM = lineItem(TOOLS, "garden tools");

    private final Deque<Runnable> waiting = new ArrayDeque<>();

    @Test
    void tellsHowNearLineItemsAre() {
        try (InProcessContextEngine engine = engine()) {
            ContextReading reading =
                    engine.read(
                            Conversation.ofSummary("I need a hotel in Rome for two nights"),
                            catalogue(1, HOTELS_ITEM, TOOLS_ITEM));

            assertThat(similarity(reading, HOTELS))
                    .isGreaterThan(EmbedderKind.STATIC.defaultMinRelevance());
            assertThat(similarity(reading, TOOLS))
                    .isLessThan(EmbedderKind.STATIC.defaultMinRelevance());
            assertThat(similarity(reading, new LineItemId("unknown"))).isZero();
        }
    }

    @Test
    void namesWhatMakesAMomentSensitive() {
        String words = "my mother died this morning and I can't stop crying";
        ContextSettings serving = new ContextSettings(EmbedderKind.STATIC, 1, false);
        try (InProcessContextEngine engine = engine();
                InProcessContextEngine lenient =
                        InProcessContextEngine.load(serving, Runnable::run)) {
            assertThat(engine.read(Conversation.ofSummary(words), catalogue(1)))
                    .isEqualTo(new Sensitive("grief"));
            assertThat(lenient.read(Conversation.ofSummary(words), catalogue(1)))
                    .isInstanceOf(Understood.class);
        }
    }

    @Test
    void embedsOnlyWhatChanged() {
        try (InProcessContextEngine engine = engine()) {
            LineItemEmbeddings first = engine.index(catalogue(1, HOTELS_ITEM, TOOLS_ITEM));
            LineItem changed = lineItem(TOOLS, "power drills");
            LineItemEmbeddings second = engine.index(catalogue(2, HOTELS_ITEM, changed));

            assertThat(second.of(HOTELS).orElseThrow()).isSameAs(first.of(HOTELS).orElseThrow());
            assertThat(second.of(TOOLS)).isPresent().isNotEqualTo(first.of(TOOLS));
            assertThat(second.revision()).isEqualTo(2);
        }
    }

    @Test
    void anOlderCatalogueDoesNotReplaceANewerIndex() {
        try (InProcessContextEngine engine = engine()) {
            engine.index(catalogue(5, HOTELS_ITEM));

            assertThat(engine.index(catalogue(4, TOOLS_ITEM)).revision()).isEqualTo(5);
        }
    }

    @Test
    void readsWithTheOlderIndexWhileTheNewOneIsInWork() {
        try (InProcessContextEngine engine =
                InProcessContextEngine.load(ContextSettings.DEFAULT, waiting::add)) {
            engine.index(catalogue(1, HOTELS_ITEM));
            OrgCatalogue newer = catalogue(2, HOTELS_ITEM, TOOLS_ITEM);

            ContextReading before =
                    engine.read(Conversation.ofSummary("which spade is best for digging?"), newer);
            engine.read(Conversation.ofSummary("which spade is best for digging?"), newer);
            assertThat(waiting).hasSize(1);
            waiting.remove().run();
            ContextReading after =
                    engine.read(Conversation.ofSummary("which spade is best for digging?"), newer);

            assertThat(similarity(before, TOOLS)).isZero();
            assertThat(similarity(after, TOOLS)).isPositive();
            assertThat(waiting).isEmpty();
        }
    }

    @Test
    void aFlowSpeaksForItsLineItem() {
        LineItem vague = lineItem(TOOLS, "spring sale");
        String flow = "{\"nodes\": [{\"type\": \"message\", \"text\": \"Our mowers and spades\"}]}";
        try (InProcessContextEngine engine = engine()) {
            OrgCatalogue without = catalogue(1, vague);
            OrgCatalogue with =
                    catalogue(2, List.of(vague), List.of(creative(new CreativeContent.Flow(flow))));
            String words = "which mower suits a small lawn?";

            double before = similarity(engine.read(Conversation.ofSummary(words), without), TOOLS);

            assertThat(similarity(engine.read(Conversation.ofSummary(words), with), TOOLS))
                    .isGreaterThan(before + 0.05);
        }
    }

    @Test
    void theTransformerFitsTheSamePort() {
        ContextSettings settings = new ContextSettings(EmbedderKind.TRANSFORMER, 1, true);
        try (InProcessContextEngine engine = InProcessContextEngine.load(settings, Runnable::run)) {
            ContextReading reading =
                    engine.read(
                            Conversation.ofSummary("I need a hotel in Rome for two nights"),
                            catalogue(1, HOTELS_ITEM, TOOLS_ITEM));

            assertThat(similarity(reading, HOTELS))
                    .isGreaterThan(EmbedderKind.TRANSFORMER.defaultMinRelevance());
        }
    }

    private static InProcessContextEngine engine() {
        return InProcessContextEngine.load(ContextSettings.DEFAULT, Runnable::run);
    }

    private static double similarity(ContextReading reading, LineItemId id) {
        assertThat(reading).isInstanceOf(Understood.class);
        return ((Understood) reading).similarity().of(id);
    }

    private static OrgCatalogue catalogue(long revision, LineItem... lineItems) {
        return catalogue(revision, Arrays.asList(lineItems), List.of());
    }

    private static OrgCatalogue catalogue(
            long revision, Collection<LineItem> lineItems, Collection<CreativeVersion> creatives) {
        Campaign campaign =
                new Campaign(
                        CAMPAIGN, "Spring", "Acme", ServingStatus.ACTIVE, Flight.ALWAYS, List.of());
        return OrgCatalogue.compile(
                ORG,
                revision,
                new OrgCatalogue.Resources(
                        List.of(), List.of(), List.of(campaign), lineItems, creatives));
    }

    private static CreativeVersion creative(CreativeContent content) {
        return new CreativeVersion(
                new CreativeId("c1"), 1, TOOLS, true, null, Instant.EPOCH, 1, Map.of(), content);
    }

    private static LineItem lineItem(LineItemId id, String... topics) {
        return new LineItem(
                id,
                CAMPAIGN,
                id.value(),
                ServingStatus.ACTIVE,
                null,
                LineItem.DEFAULT_PRIORITY,
                1,
                Flight.ALWAYS,
                new Schedule(ZoneOffset.UTC, List.of()),
                Set.of(),
                new Price(PriceModel.FLAT, new Money(0, "USD")),
                Budget.UNLIMITED,
                PacingMode.ASAP,
                List.of(),
                Targeting.EVERYONE,
                new Rotation(RotationMode.ADAPTIVE, Rotation.DEFAULT_EXPLORATION_SHARE_BPS),
                new ContextInterest(List.of(topics), null, false));
    }
}
