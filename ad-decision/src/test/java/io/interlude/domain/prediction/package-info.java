/// Tests of predicted rates, among them simulations.
@NullMarked
package io.interlude.domain.prediction;

import org.jspecify.annotations.NullMarked;
