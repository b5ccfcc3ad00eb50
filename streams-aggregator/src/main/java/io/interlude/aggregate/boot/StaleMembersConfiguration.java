package io.interlude.aggregate.boot;

import io.interlude.aggregate.group.StaleMembers;
import io.interlude.web.boot.Provisioning;
import io.interlude.web.settings.KafkaSettings;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Removes from the group the member that this process was before it was killed. For a process that
/// is the aggregator alone; stands beside [AggregateConfiguration].
@Configuration(proxyBeanMethods = false)
class StaleMembersConfiguration {
    @Bean
    Provisioning staleMembers(
            Admin aggregateAdmin, KafkaSettings kafka, AggregateSettings settings) {
        return () -> {
            try {
                StaleMembers.remove(
                        aggregateAdmin,
                        kafka.connection(),
                        settings.applicationId(),
                        StaleMembers.ofProcessIn(
                                settings.stateFolder().resolve(settings.applicationId())));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
    }
}
