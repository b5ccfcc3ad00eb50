/// Secrets of subscribers and events in Kafka: read, written and erased, and the pseudonyms that
/// are made with them.
@NullMarked
package io.interlude.catalogue.subscriber;

import org.jspecify.annotations.NullMarked;
