package io.interlude.schema;

import java.time.Instant;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/// A version of a catalogue resource: every generated record that belongs to a revision of its
/// org's catalogue. The schemas say what the fields mean.
public interface CatalogueRecord extends SpecificRecord {
    String getOrgId();

    void setOrgId(String orgId);

    String getId();

    void setId(String id);

    int getVersion();

    void setVersion(int version);

    long getRevision();

    void setRevision(long revision);

    int getRevisionSize();

    void setRevisionSize(int revisionSize);

    Instant getChangedAt();

    void setChangedAt(Instant changedAt);

    @Nullable String getChangedBy();

    void setChangedBy(@Nullable String changedBy);

    boolean getArchived();

    void setArchived(boolean archived);
}
