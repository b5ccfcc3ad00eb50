package io.interlude.web.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.web.settings.CannotStartException;
import io.interlude.web.settings.InvalidSettingsException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class ServiceProcessTest {
    private static StandardEnvironment environment(Map<String, Object> variables) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", variables));
        ServiceProcess.addShortNames(environment);
        return environment;
    }

    @Test
    void takesKafkasOwnNames() {
        StandardEnvironment environment =
                environment(
                        Map.of(
                                "BOOTSTRAP_SERVERS", "kafka-1:9092,kafka-2:9092",
                                "SCHEMA_REGISTRY_URL", "http://registry:8081"));

        assertThat(environment.getProperty("interlude.kafka.bootstrap-servers"))
                .isEqualTo("kafka-1:9092,kafka-2:9092");
        assertThat(environment.getProperty("interlude.kafka.registry-url"))
                .isEqualTo("http://registry:8081");
    }

    @Test
    void prefersTheLongNames() {
        StandardEnvironment environment = environment(Map.of("BOOTSTRAP_SERVERS", "short:1"));
        environment
                .getPropertySources()
                .addFirst(
                        new MapPropertySource(
                                "file", Map.of("interlude.kafka.bootstrap-servers", "long:1")));

        assertThat(environment.getProperty("interlude.kafka.bootstrap-servers"))
                .isEqualTo("long:1");
    }

    @Test
    void hasNoValueWhereNoneIsGiven() {
        StandardEnvironment environment = environment(Map.of("SCHEMA_REGISTRY_URL", ""));

        assertThat(environment.getProperty("interlude.kafka.registry-url")).isNull();
    }

    @Test
    void refusesInOurOwnWordsWhereThereAreSome() {
        RuntimeException wrapped =
                new IllegalArgumentException(
                        "a bean",
                        new InvalidSettingsException(List.of("interlude.http.port is bad")));

        assertThat(ServiceProcess.refusal(wrapped)).contains("interlude.http.port is bad");
        assertThat(ServiceProcess.refusal(new CannotStartException("Not so."))).contains("Not so.");
        assertThat(ServiceProcess.refusal(new IllegalStateException("inside"))).isEmpty();
    }
}
