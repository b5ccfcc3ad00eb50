/// What an engine understood of the conversation around a fetch.
@NullMarked
package io.interlude.domain.context;

import org.jspecify.annotations.NullMarked;
