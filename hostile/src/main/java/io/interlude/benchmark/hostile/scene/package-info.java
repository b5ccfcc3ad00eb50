/// The scene of the attacks: the product, the attacker, and the org beside it.
@NullMarked
package io.interlude.benchmark.hostile.scene;

import org.jspecify.annotations.NullMarked;
