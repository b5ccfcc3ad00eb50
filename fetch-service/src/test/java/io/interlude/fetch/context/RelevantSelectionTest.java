package io.interlude.fetch.context;

import static io.interlude.fetch.harness.LineItems.aLineItem;
import static io.interlude.fetch.harness.OneCatalogue.creative;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.context.engine.ContextSettings;
import io.interlude.context.engine.InProcessContextEngine;
import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.ContextInterest;
import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Moment;
import io.interlude.domain.conversation.ConversationView;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.selection.Selection;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.domain.selection.SelectionOutcome.Served;
import io.interlude.domain.targeting.RequestAttributes;
import io.interlude.fetch.harness.KnownKeys;
import io.interlude.fetch.harness.LineItems;
import io.interlude.fetch.harness.OneCatalogue;
import io.interlude.fetch.harness.RunningFetch;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Selection with the engine that reads conversations, as the product runs it.
class RelevantSelectionTest {
    private static final String TALK = "Can you find us a hotel in Lisbon for two nights?";

    private static final ServingState NOTHING_YET =
            new ServingState() {
                @Override
                public Spent spent(LineItemId lineItemId, long epochDay) {
                    return Spent.NOTHING;
                }

                @Override
                public Engagement engagement(CreativeId creativeId) {
                    return Engagement.NONE;
                }
            };

    private final OneCatalogue catalogue = new OneCatalogue();
    private final InProcessContextEngine engine =
            InProcessContextEngine.load(ContextSettings.DEFAULT, Runnable::run);

    @AfterEach
    void close() {
        engine.close();
    }

    private void book(LineItem item, String title) {
        String id = item.id().value();
        CreativeContent card =
                new CreativeContent.Card(
                        title,
                        null,
                        null,
                        null,
                        null,
                        "Sponsored",
                        List.of(new CreativeContent.CardAction("See", "https://x.example/")));
        CreativeVersion creative = creative(id, "creative-of-" + id, card, Map.of());
        catalogue.with(item, creative);
    }

    private static LineItem about(String id, String... topics) {
        return LineItems.interested(id, 8, new ContextInterest(List.of(topics), null, false));
    }

    @Test
    void theMostRelevantServes() {
        book(about("tools", "garden tools"), "Spades");
        book(about("hotels", "hotels", "city breaks"), "Rooms with a view");
        book(about("flights", "cheap flights"), "Fly away");

        assertThat(serve(TALK)).isEqualTo("hotels");
    }

    @Test
    void runOfNetworkAndTopiclessRankAfterEveryRelevantOneOfTheirPriority() {
        book(about("hotels", "hotels", "city breaks"), "Rooms with a view");
        book(aLineItem("house"), "Anything at all");
        book(
                LineItems.interested(
                        "network", 8, new ContextInterest(List.of("hotels"), null, true)),
                "A hotel room in Lisbon for two nights");

        assertThat(serve(TALK)).isEqualTo("hotels");
        assertThat(serve("which spade is best for digging?")).isIn("house", "network");
    }

    @Test
    void aBetterPriorityComesBeforeRelevance() {
        book(about("hotels", "hotels", "city breaks"), "Rooms with a view");
        book(LineItems.interested("house", 1, ContextInterest.NONE), "Anything at all");

        assertThat(serve(TALK)).isEqualTo("house");
    }

    @Test
    void nothingServesWhereNothingIsNear() {
        book(about("tools", "garden tools"), "Spades");
        book(
                LineItems.interested(
                        "strict", 8, new ContextInterest(List.of("hotels"), 0.99, false)),
                "Rooms with a view");

        assertThat(serve(TALK)).isEmpty();
    }

    @Test
    void creativesSpeakBesideTheTopics() {
        book(about("vague", "spring offers"), "Coats and scarves");
        book(about("told", "spring offers"), "Hotels in Lisbon, two nights for one");

        assertThat(serve(TALK)).isEqualTo("told");
    }

    @Test
    void withoutAContextToReadNoRelevanceIsAskedFor() {
        book(about("tools", "garden tools"), "Spades");

        assertThat(serve("  ")).isEqualTo("tools");
    }

    @Test
    void aContextThatCannotBeReadIsDeclined() {
        book(about("hotels", "hotels", "city breaks"), "Rooms with a view");
        assertThat(serve("我想订一家酒店")).isEmpty();

        book(aLineItem("house"), "Anything at all");
        assertThat(serve("我想订一家酒店")).isEmpty();
        assertThat(serve("Good morning to you")).isEqualTo("house");
    }

    private String serve(String words) {
        OrgCatalogue snapshot = catalogue.org(KnownKeys.ORG).orElseThrow();
        engine.index(snapshot).join();
        ContextReading reading =
                ConversationContext.ofSummary(words)
                        .<ContextReading>map(c -> engine.read(c.conversation(), snapshot))
                        .orElseGet(ContextReading.NoContext::new);
        SelectionInput input =
                new SelectionInput(
                        snapshot.adUnit("pause").orElseThrow(),
                        null,
                        AdFormat.NATIVE,
                        RequestAttributes.NONE,
                        RunningFetch.NOW,
                        new FrequencyView.NoSubscriber(),
                        Moment.of(reading),
                        ConversationView.NONE,
                        _ -> false,
                        Set.of(),
                        false);
        SelectionOutcome outcome =
                Selection.decide(
                        PreparedCatalogue.compile(snapshot),
                        input,
                        NOTHING_YET,
                        new SplittableRandom(3));
        return outcome instanceof Served served ? served.lineItem().lineItem().id().value() : "";
    }
}
