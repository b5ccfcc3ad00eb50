/// One request of the fuzzer: where it goes, what it breaks, and the answers that it may get.
@NullMarked
package io.interlude.benchmark.fuzz.request;

import org.jspecify.annotations.NullMarked;
