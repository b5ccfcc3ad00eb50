/// Kafka clients, each set up for its one use.
@NullMarked
package io.interlude.kit.kafka;

import org.jspecify.annotations.NullMarked;
