package io.interlude.catalogue.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ContentTaxonomyTest {
    private static final ContentTaxonomy TINY =
            ContentTaxonomy.of(
                    """
                    Relational ID System\t\t\tTiers
                    Unique ID\tParent\tName\tTier 1
                    1\t\tThings\tThings
                    7\t1\tSmall things\tThings
                    A1B2C3\t7\tTiny things\tThings
                    8\t\tOthers\tOthers
                    """);

    @Test
    void knowsWhichCategoryLiesBelowWhich() {
        assertThat(TINY.andAbove(List.of("A1B2C3"))).containsExactlyInAnyOrder("A1B2C3", "7", "1");
        assertThat(TINY.andAbove(List.of("8", "7"))).containsExactlyInAnyOrder("8", "7", "1");
    }

    @Test
    void knowsNoOtherIds() {
        assertThat(TINY.knows("A1B2C3")).isTrue();
        assertThat(TINY.knows("9")).isFalse();
        assertThat(TINY.knows("Unique ID")).isFalse();
    }

    @Test
    void hasTheCategoriesThatArePublished() {
        ContentTaxonomy published = ContentTaxonomy.current();

        assertThat(published.knows("150")).isTrue();
        assertThat(published.andAbove(List.of("151"))).containsExactlyInAnyOrder("151", "150");
        assertThat(published.knows("999999")).isFalse();
        assertThat(published.knows("Unique ID")).isFalse();
    }
}
