@NullMarked
package io.interlude.state.remote;

import org.jspecify.annotations.NullMarked;
