package io.interlude.schema.serde;

import io.interlude.schema.client.SchemaException;
import io.interlude.schema.client.SchemaFault;
import java.nio.ByteBuffer;

/// Confluent's wire format: a zero byte, the schema's id in four bytes (most significant first),
/// and then the record in Avro's binary encoding.
final class ConfluentWire {
    static final byte MAGIC = 0;
    static final int HEADER_BYTES = 5;

    private ConfluentWire() {}

    /// Id of the schema that the record was written with, at least 1.
    static int schemaId(byte[] bytes) {
        if (bytes.length < HEADER_BYTES || bytes[0] != MAGIC) {
            throw new SchemaException(
                    SchemaFault.MALFORMED_RECORD,
                    "%d bytes that do not start with a zero byte and a schema id"
                            .formatted(bytes.length));
        }
        return (bytes[1] & 0xff) << 24
                | (bytes[2] & 0xff) << 16
                | (bytes[3] & 0xff) << 8
                | (bytes[4] & 0xff);
    }

    /// What comes before a record.
    static byte[] header(int schemaId) {
        return ByteBuffer.allocate(HEADER_BYTES).put(MAGIC).putInt(schemaId).array();
    }
}
