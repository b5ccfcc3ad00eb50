@NullMarked
package io.interlude.agent;

import org.jspecify.annotations.NullMarked;
