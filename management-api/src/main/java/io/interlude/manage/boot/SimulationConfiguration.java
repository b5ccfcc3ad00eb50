package io.interlude.manage.boot;

import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.kafka.SeldomWriter;
import io.interlude.journal.projection.TopicReader;
import io.interlude.manage.simulation.SimulationForm;
import io.interlude.manage.simulation.SimulationRequest;
import io.interlude.manage.simulation.SimulationResult;
import io.interlude.schema.SimulationRecorded;
import io.interlude.schema.topic.Topics;
import io.interlude.web.boot.KitConfiguration;
import io.interlude.web.job.KeptJobs;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Simulations as their topic keeps them. Stands beside [ManageConfiguration].
@Configuration(proxyBeanMethods = false)
public class SimulationConfiguration {
    @Bean
    SeldomWriter simulationWriter(KafkaClients kafka) {
        return new SeldomWriter(kafka, "interlude-simulations");
    }

    @Bean
    KeptJobs<SimulationRequest, SimulationResult, SimulationRecorded> keptSimulations(
            SeldomWriter simulationWriter) {
        return SimulationForm.kept(
                (key, value) -> simulationWriter.write(Topics.SIMULATIONS, key, value));
    }

    @Bean
    TopicReader simulationReader(
            KafkaClients kafka,
            KeptJobs<SimulationRequest, SimulationResult, SimulationRecorded> kept,
            MeterRegistry meters) {
        return KitConfiguration.reader(
                "simulations", List.of(Topics.SIMULATIONS), kafka, kept, meters);
    }
}
