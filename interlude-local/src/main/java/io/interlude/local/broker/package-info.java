/// A real Kafka broker inside this process: one node, loopback only, data on disk.
@NullMarked
package io.interlude.local.broker;

import org.jspecify.annotations.NullMarked;
