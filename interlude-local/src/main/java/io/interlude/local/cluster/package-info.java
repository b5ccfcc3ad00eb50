/// `./interlude cluster`: brokers, registry, services and gateway as processes of one machine.
@NullMarked
package io.interlude.local.cluster;

import org.jspecify.annotations.NullMarked;
