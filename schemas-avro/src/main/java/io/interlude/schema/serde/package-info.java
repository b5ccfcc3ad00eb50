/// Avro records in Kafka, byte for byte as Confluent's serdes write them.
@NullMarked
package io.interlude.schema.serde;

import org.jspecify.annotations.NullMarked;
