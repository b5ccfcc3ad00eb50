/// Kafka clients, each set up for its one use.
@NullMarked
package io.interlude.journal.kafka;

import org.jspecify.annotations.NullMarked;
