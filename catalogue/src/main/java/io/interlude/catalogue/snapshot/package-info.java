/// The catalogue in memory: records as they arrive, compiled into immutable snapshots.
@NullMarked
package io.interlude.catalogue.snapshot;

import org.jspecify.annotations.NullMarked;
