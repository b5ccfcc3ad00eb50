package io.interlude.schema;

import java.time.Instant;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/// A long job that an org asked for, how far it is, and what it found: every generated record with
/// these fields. The schemas say what they mean.
public interface JobRecord extends SpecificRecord {
    String getOrgId();

    String getInstance();

    Instant getRecordedAt();

    Instant getStartedAt();

    double getProgress();

    @Nullable String getFound();

    void setFound(@Nullable String found);
}
