/// Wiring and settings of the fetch service.
@NullMarked
package io.interlude.fetch.boot;

import org.jspecify.annotations.NullMarked;
