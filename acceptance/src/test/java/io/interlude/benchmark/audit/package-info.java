/// A small run of the audit benchmark.
@NullMarked
package io.interlude.benchmark.audit;

import org.jspecify.annotations.NullMarked;
