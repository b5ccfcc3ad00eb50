/// The fetch endpoint: the way of a request through the service, to its answer.
@NullMarked
package io.interlude.fetch.endpoint;

import org.jspecify.annotations.NullMarked;
