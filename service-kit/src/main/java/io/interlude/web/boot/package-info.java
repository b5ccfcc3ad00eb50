/// Wiring, start-up, and services as processes of their own.
@NullMarked
package io.interlude.web.boot;

import org.jspecify.annotations.NullMarked;
