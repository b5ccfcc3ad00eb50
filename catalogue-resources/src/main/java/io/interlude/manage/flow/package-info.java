/// Checks flows before they are saved, and publishes their schema.
@NullMarked
package io.interlude.manage.flow;

import org.jspecify.annotations.NullMarked;
