package io.interlude.check.layer;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Packages: small enough to be read as a list, in no circle, and each in one module.
class PackageTest {
    private static final int TYPES_MAX = 20;

    /// Classes that Avro and JMH generate are not ours to arrange.
    private static final JavaClasses PROJECT =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .withImportOption(location -> !location.contains("/jmh_generated/"))
                    .importPackages(Layer.ROOT);

    @Test
    void packagesDependOnEachOtherInNoCircle() {
        slices().assignedFrom(new PackageOfType()).should().beFreeOfCycles().check(PROJECT);
    }

    @Test
    void packageLiesInOneModule() {
        Map<String, Set<String>> packageToModules =
                PROJECT.stream()
                        .collect(
                                Collectors.groupingBy(
                                        JavaClass::getPackageName,
                                        Collectors.mapping(Layer::placeOf, Collectors.toSet())));

        assertThat(packageToModules).isNotEmpty();
        assertThat(packageToModules)
                .allSatisfy((name, modules) ->
                        assertThat(modules).as("modules with %s", name).hasSize(1));
    }

    @Test
    void packageHasFewTypes() {
        Map<String, Long> packageToTypes =
                PROJECT.stream()
                        .filter(JavaClass::isTopLevelClass)
                        .filter(type -> !type.getSimpleName().equals("package-info"))
                        .filter(type -> !isGenerated(type))
                        .collect(
                                Collectors.groupingBy(
                                        JavaClass::getPackageName, Collectors.counting()));

        assertThat(packageToTypes).isNotEmpty();
        assertThat(packageToTypes)
                .allSatisfy((name, types) ->
                        assertThat(types).as("types of %s", name).isLessThanOrEqualTo(TYPES_MAX));
    }

    private static boolean isGenerated(JavaClass type) {
        return type.getPackageName().equals(Layer.ROOT + ".schema");
    }

    private static final class PackageOfType implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}
