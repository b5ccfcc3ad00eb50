/// Tests of simulations over HTTP.
@NullMarked
package io.interlude.manage.simulation;

import org.jspecify.annotations.NullMarked;
