/// The fetch endpoint: from request to answer.
@NullMarked
package io.interlude.fetch.endpoint;

import org.jspecify.annotations.NullMarked;
