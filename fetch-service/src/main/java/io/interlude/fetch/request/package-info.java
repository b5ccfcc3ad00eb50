/// The fetch endpoint: what a client may ask, and the way of a request through the service.
@NullMarked
package io.interlude.fetch.request;

import org.jspecify.annotations.NullMarked;
