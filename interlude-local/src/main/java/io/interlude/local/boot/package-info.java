/// Starts and stops everything in one process.
@NullMarked
package io.interlude.local.boot;

import org.jspecify.annotations.NullMarked;
