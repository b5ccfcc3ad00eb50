/// What API keys are used for, over all processes.
@NullMarked
package io.interlude.web.keyuse;

import org.jspecify.annotations.NullMarked;
