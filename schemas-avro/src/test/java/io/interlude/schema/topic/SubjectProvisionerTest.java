package io.interlude.schema.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.interlude.schema.client.CompatibilityLevel;
import io.interlude.schema.client.SchemaException;
import io.interlude.schema.client.SchemaFault;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.registry.schema.SchemaText;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SubjectProvisionerTest {
    private final InMemorySchemaJournal journal = new InMemorySchemaJournal();
    private final SchemaRegistry registry = SchemaRegistry.load(journal);
    private final SubjectProvisioner provisioner =
            new SubjectProvisioner(new InProcessSchemaRegistryClient(registry));

    @Test
    void registersEveryTopicsSchemaUnderTheStrictestLevel() {
        // when
        Map<String, Integer> topicToId = provisioner.provision();

        // then
        assertThat(topicToId).hasSameSizeAs(Topics.all());
        for (Topic<?> topic : Topics.all()) {
            assertThat(registry.versions(topic.subject(), false)).hasSize(1);
            assertThat(registry.compatibility(topic.subject()))
                    .contains(CompatibilityLevel.FULL_TRANSITIVE);
        }
    }

    @Test
    void writesNothingTheSecondTime() {
        // given
        Map<String, Integer> first = provisioner.provision();
        int written = journal.entries().size();

        // then
        assertThat(provisioner.provision()).isEqualTo(first);
        assertThat(journal.entries()).hasSize(written);
    }

    @Test
    void stopsAtASchemaThatBreaksTheSubject() {
        registry.register("ads.clicks-value", SchemaText.of("\"string\""));
        assertThatExceptionOfType(SchemaException.class)
                .isThrownBy(provisioner::provision)
                .satisfies(it -> assertThat(it.fault()).isEqualTo(SchemaFault.SCHEMA_REFUSED));
    }
}
