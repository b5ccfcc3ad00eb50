/// Liveness and readiness of the process.
@NullMarked
package io.interlude.web.health;

import org.jspecify.annotations.NullMarked;
