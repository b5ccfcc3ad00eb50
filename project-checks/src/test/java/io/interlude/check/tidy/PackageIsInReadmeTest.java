package io.interlude.check.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PackageIsInReadmeTest {
    private static final TrackedFile POM = new TrackedFile("a/pom.xml", "");
    private static final TrackedFile CODE =
            new TrackedFile("a/src/main/java/io/interlude/thing/part/A.java", "enum A {}");
    private static final TrackedFile TEST =
            new TrackedFile("a/src/test/java/io/interlude/thing/other/ATest.java", "");

    private static List<Finding> findings(TrackedFile... files) {
        return new PackageIsInReadme().check(Repository.of(files));
    }

    private static TrackedFile readme(String text) {
        return new TrackedFile("a/README.md", text);
    }

    @Test
    void takesAPackageThatIsNamed() {
        assertThat(findings(POM, CODE, TEST, readme("| `thing.part` | a part |"))).isEmpty();
        assertThat(findings(POM, CODE, readme("Import `io.interlude.thing.part`."))).isEmpty();
    }

    @Test
    void findsAPackageOfWhichOnlyAnotherIsNamed() {
        assertThat(findings(POM, CODE, readme("| `thing` | `thing.part.more` |")))
                .extracting(Finding::toString)
                .containsExactly("a/README.md: say what `thing.part` is for");
    }

    @Test
    void findsAModuleWithoutReadme() {
        assertThat(findings(POM, CODE)).hasSize(1);
    }

    @Test
    void leavesAFolderThatIsNoModule() {
        assertThat(findings(CODE)).isEmpty();
    }
}
