package io.interlude.check.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Holds the deployment's files to each other and to the product, and the checks to planted faults.
class DeployTest {
    private static final DeployFiles PROJECT = DeployFiles.ofProject();

    static List<DeployCheck> checks() {
        return List.of(
                new ComposeSchema(),
                new ComposeReferences(),
                new ComposeHardening(),
                new ComposeVariables(),
                new Images(),
                new SettingsExist(),
                new ServedPaths(),
                new GatewayAddresses(),
                new ScrapeTargets(),
                new Dashboards(),
                new Alerts(),
                new KubernetesSchema(),
                new KubernetesReferences(),
                new KubernetesPractice());
    }

    private static Stream<String> findings(DeployFiles files) {
        return checks().stream().flatMap(check -> check.findings(files));
    }

    @ParameterizedTest
    @MethodSource("checks")
    void everyCheckHolds(DeployCheck check) {
        assertThat(check.findings(PROJECT)).isEmpty();
    }

    @ParameterizedTest(name = "{1} -> {2}")
    @CsvFileSource(resources = "/deploy-faults.csv", numLinesToSkip = 1, maxCharsPerColumn = 500)
    void findsAPlantedFault(String path, String text, String replacement, String finding) {
        // given
        DeployFiles faulty = PROJECT.with(path, text, replacement == null ? "" : replacement);

        // when
        Stream<String> findings = findings(faulty);

        // then
        assertThat(findings).anySatisfy(found -> assertThat(found).contains(finding));
    }

    @Test
    void readsEveryKindOfFile() {
        assertThat(ComposeFile.of(PROJECT).ownServices()).hasSize(10);
        assertThat(KubernetesObjects.of(PROJECT).workloads()).hasSize(6);
        assertThat(PROJECT.paths("deploy/grafana/dashboards", ".json")).hasSize(3);
    }
}
