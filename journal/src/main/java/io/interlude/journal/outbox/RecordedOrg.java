package io.interlude.journal.outbox;

import io.interlude.schema.JournalEvent;
import java.io.IOException;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/// The org that a record is of.
final class RecordedOrg {
    private static final String NONE = "";

    /// Of Confluent's wire form, before the record: a zero and the id of its schema.
    private static final int HEADER_BYTES = 5;

    private RecordedOrg() {}

    /// Its id; empty for a record of no org.
    static String of(SpecificRecord record) {
        @Nullable String org = record instanceof JournalEvent event ? event.getOrgId() : null;
        return org == null ? NONE : org;
    }

    /// The same of a record as its topic holds it, which needs no schema: every event begins with
    /// its id, type and two times, and then its org. Empty for what cannot be read so.
    static String of(byte[] value) {
        if (value.length <= HEADER_BYTES) {
            return NONE;
        }
        try {
            BinaryDecoder decoder =
                    DecoderFactory.get()
                            .binaryDecoder(value, HEADER_BYTES, value.length - HEADER_BYTES, null);
            decoder.skipString();
            decoder.readEnum();
            decoder.readLong();
            decoder.readLong();
            // Hundreds of thousands of entries are of a few orgs.
            return decoder.readString().intern();
        } catch (IOException | RuntimeException _) {
            return NONE;
        }
    }
}
