@NullMarked
package io.interlude.benchmark.rebalance;

import org.jspecify.annotations.NullMarked;
