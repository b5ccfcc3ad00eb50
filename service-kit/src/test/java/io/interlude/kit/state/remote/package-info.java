@NullMarked
package io.interlude.kit.state.remote;

import org.jspecify.annotations.NullMarked;
