package io.interlude.web.route;

import io.interlude.web.answer.Answers;
import io.interlude.web.refusal.RefusalFunction;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/// The table in which route groups put their routes. A path without any route answers 404, one
/// without the method 405; a handler may throw or return an error, which is mapped in one place.
public interface RouteTable {
    /// Adds one route. A pattern is a path whose segments are literals or hold one variable each,
    /// such as `/c/{token}` or `/v1/journal/rejected/{id}:redrive`; a last segment `{*name}` takes
    /// the rest of the path, slashes included. Variables are percent-decoded and never empty; read
    /// them with `request.pathVariable`. Literals win over variables. HEAD and OPTIONS are methods
    /// like others.
    ///
    /// @throws IllegalArgumentException if the pattern is malformed or the route is already taken
    default RouteTable handle(
            HttpMethod method, String pattern, HandlerFunction<ServerResponse> handler) {
        return handle(method, pattern, handler, Answers::problem);
    }

    /// Adds one route that says no in a form of its own, even where its handler is not reached.
    RouteTable handle(
            HttpMethod method,
            String pattern,
            HandlerFunction<ServerResponse> handler,
            RefusalFunction refusals);
}
