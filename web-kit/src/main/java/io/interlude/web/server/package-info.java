/// The HTTP server: its port, TLS, connections and headers, and the way of a request to its route.
@NullMarked
package io.interlude.web.server;

import org.jspecify.annotations.NullMarked;
