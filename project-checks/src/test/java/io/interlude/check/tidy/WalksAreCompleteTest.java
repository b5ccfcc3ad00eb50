package io.interlude.check.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WalksAreCompleteTest {
    private static final String PAGE = "CONTRIBUTING.md";
    private static final TrackedFile CODE =
            new TrackedFile("a/src/main/java/A.java", "enum A { LIKE_THIS }");

    private static List<Finding> findings(String page) {
        return new WalksAreComplete(PAGE)
                .check(Repository.of(new TrackedFile(PAGE, page), CODE, test()));
    }

    private static TrackedFile test() {
        return new TrackedFile("a/src/test/java/ATest.java", "LIKE_THIS");
    }

    @Test
    void takesAWalkThatLinksEveryFile() {
        assertThat(
                        findings(
                                """
                                ## Add one

                                Found by: `LIKE_THIS`

                                - [A](a/src/main/java/A.java): it
                                """))
                .isEmpty();
    }

    @Test
    void findsAFileThatOnlyAnotherWalkLinks() {
        assertThat(
                        findings(
                                """
                                ## Add one

                                Found by: `LIKE_\\w+`

                                ## Add another

                                - [A](a/src/main/java/A.java): it
                                """))
                .hasSize(1);
    }

    @Test
    void takesAPageWithoutWalks() {
        assertThat(findings("# Contributing")).isEmpty();
    }
}
