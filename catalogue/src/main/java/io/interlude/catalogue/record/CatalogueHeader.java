package io.interlude.catalogue.record;

import io.interlude.domain.identity.OrgId;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/// The fields with which every catalogue record begins.
public record CatalogueHeader(
        OrgId orgId, String id, int version, long revision, int revisionSize, boolean archived) {
    private static final int REVISION = 3;
    private static final int REVISION_SIZE = 4;
    private static final List<String> FIELDS =
            List.of(
                    "orgId",
                    "id",
                    "version",
                    "revision",
                    "revisionSize",
                    "changedAt",
                    "changedBy",
                    "archived");

    static {
        Topics.catalogue().forEach(CatalogueHeader::requireFields);
    }

    /// The header of a record.
    ///
    /// @throws IllegalArgumentException if the revision or its size is not positive
    public static CatalogueHeader of(SpecificRecord value) {
        CatalogueHeader header =
                new CatalogueHeader(
                        new OrgId((String) value.get(0)),
                        (String) value.get(1),
                        (int) value.get(2),
                        (long) value.get(REVISION),
                        (int) value.get(REVISION_SIZE),
                        (boolean) value.get(7));
        if (header.revision < 1 || header.revisionSize < 1) {
            throw new IllegalArgumentException("revision or its size is not positive");
        }
        return header;
    }

    public static void setRevision(SpecificRecord value, long revision, int revisionSize) {
        value.put(REVISION, revision);
        value.put(REVISION_SIZE, revisionSize);
    }

    private static void requireFields(Topic<?> topic) {
        Schema schema = SpecificData.get().getSchema(topic.valueType());
        for (int i = 0; i < FIELDS.size(); i++) {
            if (!schema.getFields().get(i).name().equals(FIELDS.get(i))) {
                throw new IllegalStateException(
                        "field " + i + " is not " + FIELDS.get(i) + ": " + schema.getFullName());
            }
        }
    }
}
