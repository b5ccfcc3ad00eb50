/// An engine's reading of the conversation around a fetch.
@NullMarked
package io.interlude.domain.context;

import org.jspecify.annotations.NullMarked;
