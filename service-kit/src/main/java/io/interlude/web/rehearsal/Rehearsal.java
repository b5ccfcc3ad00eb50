package io.interlude.web.rehearsal;

import io.interlude.web.route.RouteGroup;
import java.util.List;

/// The rehearsal of a service before its first real request: its own handlers, put together once
/// more on a [Stage], and requests to them. Beans of this type are played by [RehearsalRun].
///
/// Nothing real may come onto the stage that a request changes: no journal, no catalogue, no
/// counters, no meters.
@FunctionalInterface
public interface Rehearsal {
    /// The handlers and the requests.
    Scene on(Stage stage);

    /// Handlers, and requests that are sent to them in turn.
    record Scene(List<RouteGroup> routes, List<StageRequest> requests) {
        public Scene {
            routes = List.copyOf(routes);
            requests = List.copyOf(requests);
        }
    }
}
