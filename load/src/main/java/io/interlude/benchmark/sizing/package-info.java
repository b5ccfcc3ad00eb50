/// Measures the resources that a rate of fetches needs: bytes measured at a running product, and a
/// simulation of partitions and hot keys.
@NullMarked
package io.interlude.benchmark.sizing;

import org.jspecify.annotations.NullMarked;
