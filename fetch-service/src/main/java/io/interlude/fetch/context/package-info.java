/// The conversation around a fetch, while the request lasts.
@NullMarked
package io.interlude.fetch.context;

import org.jspecify.annotations.NullMarked;
