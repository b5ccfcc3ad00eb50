/// The record of what API keys are used for.
@NullMarked
package io.interlude.web.keyuse;

import org.jspecify.annotations.NullMarked;
