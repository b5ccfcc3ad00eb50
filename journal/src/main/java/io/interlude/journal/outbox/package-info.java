/// Keeping appended records on this machine's disk while Kafka is away, and giving them to Kafka
/// once each when it is back.
@NullMarked
package io.interlude.journal.outbox;

import org.jspecify.annotations.NullMarked;
