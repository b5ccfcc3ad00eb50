package io.interlude.check.layer;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.interlude.domain.matching.OrderKey;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The arrows of dependency, read from the class files of every module.
class LayerTest {

    private static final JavaClasses PROJECT =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages(Layer.ROOT);

    private static final Set<String> CONFIGURATION_PACKAGES =
            Set.of(
                    "org.springframework.boot",
                    "org.springframework.boot.autoconfigure",
                    "org.springframework.boot.context.properties",
                    "org.springframework.beans.factory.annotation",
                    "org.springframework.context.annotation");

    /// Rules that need nothing but their arguments, wherever they live.
    private static final String[] RULES = {
        Layer.ROOT + ".domain..", Layer.ROOT + ".catalogue.pseudonym.."
    };

    private static final DescribedPredicate<JavaClass> SPRING_CONFIGURATION_ANNOTATION =
            describe(
                    "a configuration annotation of Spring",
                    type ->
                            type.isAnnotation()
                                    && CONFIGURATION_PACKAGES.stream()
                                            .anyMatch(home -> isIn(type, home)));

    @Test
    void findsTheClassesOfTheProject() {
        assertThat(PROJECT)
                .as("classes under the schema package, which exist since the first build")
                .anyMatch(type -> type.getPackageName().startsWith(Layer.ROOT + ".schema"));
    }

    @ParameterizedTest
    @EnumSource
    void moduleKnowsOnlyWhatItMay(Layer module) {
        String[] forbidden = module.forbiddenPackages();
        if (forbidden.length == 0) {
            return;
        }
        noClasses()
                .that()
                .resideInAPackage(module.packages())
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(forbidden)
                .check(PROJECT);
    }

    @Test
    void everyClassBelongsToAModule() {
        classes().should().resideInAnyPackage(Layer.allPackages()).check(PROJECT);
    }

    /// A folder that is built has packages of one layer, and every layer is built.
    @Test
    void folderHoldsOneLayer() {
        Map<String, Set<Layer>> placeToLayers =
                PROJECT.stream()
                        .collect(
                                Collectors.groupingBy(
                                        Layer::placeOf,
                                        Collectors.mapping(
                                                type -> Layer.of(type.getPackageName()),
                                                Collectors.toSet())));

        assertThat(placeToLayers)
                .allSatisfy((place, layers) -> assertThat(layers).as(place).hasSize(1));
        assertThat(placeToLayers.values().stream().flatMap(Set::stream)).contains(Layer.values());
    }

    @Test
    void domainIsPlainJava() {
        noClasses()
                .that()
                .resideInAnyPackage(RULES)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.springframework..",
                        "org.apache.kafka..",
                        "org.apache.avro..",
                        "reactor..",
                        "org.reactivestreams..",
                        "com.fasterxml.jackson..",
                        "tools.jackson..",
                        "java.net.http..",
                        "java.nio.file..")
                .check(PROJECT);
    }

    /// A mistake in what seals the hours must not be in what checks the seals.
    @Test
    void auditSharesNoCodeWithTheManifests() {
        noClasses()
                .that()
                .resideInAPackage(Layer.ROOT + ".report.audit..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(Layer.ROOT + ".report.manifest..")
                .check(PROJECT);
    }

    /// A mistake in a fold must not be in the count that the fold is held against. Both name an
    /// order by the same key, which has no arithmetic.
    @Test
    void independentCountSharesNoCodeWithTheFolds() {
        noClasses()
                .that()
                .resideInAPackage(Layer.ROOT + ".report.audit.count..")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage(
                                        Layer.COUNTING.packages(),
                                        Layer.ROOT + ".report.attribute..")
                                .or(simpleNameEndingWith("Fold"))
                                .and(not(equivalentTo(OrderKey.class))))
                .check(PROJECT);
    }

    @Test
    void flowExecutorNeedsNothingButJava() {
        noClasses()
                .that()
                .resideInAPackage(Layer.FLOW.packages())
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages(
                        Layer.FLOW.packages(),
                        "java.lang..",
                        "java.text..",
                        "java.time..",
                        "java.util..",
                        "org.jspecify..")
                .check(PROJECT);
    }

    @Test
    void domainHasNoClockAndNoChanceOfItsOwn() {
        noClasses()
                .that()
                .resideInAnyPackage(RULES)
                .should()
                .dependOnClassesThat()
                // ThreadLocalRandom and SecureRandom are subtypes.
                .areAssignableTo(Random.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(InstantSource.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .callMethod(UUID.class, "randomUUID")
                .check(PROJECT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"util", "common", "impl", "model", "dto", "service", "helper"})
    void packageIsNamedAfterACapability(String empty) {
        noClasses().should().resideInAPackage(Layer.ROOT + ".." + empty + "..").check(PROJECT);
    }

    @Test
    void springIsConfiguredInPackagesOfStartAndSettingsOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackages("..boot..", "..settings..")
                .should()
                .dependOnClassesThat(SPRING_CONFIGURATION_ANNOTATION)
                .check(PROJECT);
    }

    private static boolean isIn(JavaClass type, String home) {
        String name = type.getPackageName();
        return name.equals(home)
                || (name.startsWith(home + ".") && !home.equals("org.springframework.boot"));
    }
}
