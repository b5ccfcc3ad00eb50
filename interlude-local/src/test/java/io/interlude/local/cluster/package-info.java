/// Tests of the cluster of processes and of its gateway.
@NullMarked
package io.interlude.local.cluster;

import org.jspecify.annotations.NullMarked;
