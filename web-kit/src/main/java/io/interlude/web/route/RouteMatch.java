package io.interlude.web.route;

import java.util.Map;
import java.util.Set;

/// The route table's answer for a method and path.
public sealed interface RouteMatch {
    /// A route, and the path's variables.
    record Found(Route route, Map<String, String> variables) implements RouteMatch {}

    /// The path has routes, but none for the method.
    record WrongMethod(Set<String> allowedMethods) implements RouteMatch {}

    /// No route has the path.
    record Unknown() implements RouteMatch {}
}
