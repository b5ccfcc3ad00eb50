package io.interlude.aggregate.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.aggregate.serving.StandbyOffsets;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.Test;

class RestoreMetersTest {
    private static final TopicPartition CHANGELOG = new TopicPartition("cells-changelog", 2);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final RestoreMeters meters =
            new RestoreMeters(new StandbyOffsets(), registry, () -> null);

    private double records(String by) {
        return registry.get("interlude.aggregate.restored").tag("by", by).counter().count();
    }

    @Test
    void countsWhatIsReadToOwnAPartitionAndWhatIsReadToFollowIt() {
        meters.onRestoreStart(CHANGELOG, "cells", 0, 300);
        meters.onBatchRestored(CHANGELOG, "cells", 199, 200);
        meters.onBatchRestored(CHANGELOG, "cells", 299, 90);
        meters.onRestoreEnd(CHANGELOG, "cells", 290);
        meters.onUpdateStart(CHANGELOG, "cells", 0);
        meters.onBatchLoaded(CHANGELOG, "cells", new TaskId(0, 2), 40, 40, 50);

        assertThat(records("owner")).isEqualTo(290);
        assertThat(records("standby")).isEqualTo(40);
    }

    @Test
    void countsNoBytesWhileNothingRuns() {
        assertThat(registry.get("interlude.aggregate.restored.bytes").functionCounter().count())
                .isZero();
    }
}
