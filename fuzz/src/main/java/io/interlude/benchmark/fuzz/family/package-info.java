/// Kinds of requests that the fuzzer sends.
@NullMarked
package io.interlude.benchmark.fuzz.family;

import org.jspecify.annotations.NullMarked;
