/// Simulations over HTTP: what a change would have done to a time that is over.
@NullMarked
package io.interlude.manage.simulation;

import org.jspecify.annotations.NullMarked;
