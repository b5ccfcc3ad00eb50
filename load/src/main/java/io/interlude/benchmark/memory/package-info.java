/// Measures the memory that a catalogue takes in a fetch service.
@NullMarked
package io.interlude.benchmark.memory;

import org.jspecify.annotations.NullMarked;
