/// The description of the HTTP interface, put together from what each service says of its own
/// routes.
@NullMarked
package io.interlude.web.openapi;

import org.jspecify.annotations.NullMarked;
