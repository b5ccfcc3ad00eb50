/// Simulations over HTTP: the effect of a change on a past time.
@NullMarked
package io.interlude.manage.simulation;

import org.jspecify.annotations.NullMarked;
