package io.interlude.context.engine;

import static io.interlude.context.engine.Catalogues.catalogue;
import static io.interlude.context.engine.Catalogues.lineItem;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.identity.OrgId;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoubtTest {
    private static final InProcessContextEngine ENGINE =
            InProcessContextEngine.load(ContextSettings.DEFAULT, Runnable::run);
    private static final OrgCatalogue BOOKED =
            catalogue(
                    1,
                    lineItem("hotels", 8, "hotels", "city breaks"),
                    lineItem("tools", 8, "garden tools"));

    @AfterAll
    static void close() {
        ENGINE.close();
    }

    @BeforeAll
    static void index() {
        ENGINE.index(BOOKED).join();
    }

    private static boolean isLeft(String words, OrgCatalogue catalogue) {
        return Doubt.isLeftBy(ENGINE.read(Conversation.ofSummary(words), catalogue));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a hotel in Rome, or some other city break",
                "what is 17 times 4?",
                "Ich brauche ein Hotel in Rom",
            })
    void isNotLeftWhereOneIsFarAheadNothingIsNearOrNothingWasRead(String words) {
        assertThat(isLeft(words, BOOKED)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "somewhere with a garden to stay for two nights",
                "my old boss shouted at me in front of everyone",
            })
    void isLeftWhereSomethingMayBeNearOrTheMomentIsUnclear(String words) {
        assertThat(isLeft(words, BOOKED)).isTrue();
    }

    @Test
    void isNotLeftWhereNoLineItemHasTopics() {
        OrgCatalogue other =
                OrgCatalogue.compile(
                        new OrgId("other"),
                        1,
                        new OrgCatalogue.Resources(
                                List.of(), List.of(), List.of(), List.of(), List.of()));

        assertThat(isLeft("somewhere with a garden to stay for two nights", other)).isFalse();
        assertThat(Doubt.isLeftBy(new ContextReading.NoContext())).isFalse();
    }
}
