/// Real Kafka brokers on loopback, with their data on disk: one inside this process, or one of
/// several that are processes of their own.
@NullMarked
package io.interlude.local.broker;

import org.jspecify.annotations.NullMarked;
