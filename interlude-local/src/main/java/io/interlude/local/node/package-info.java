/// The parts that nodes share which run as processes of their own.
@NullMarked
package io.interlude.local.node;

import org.jspecify.annotations.NullMarked;
