package io.interlude.web.warmup;

import io.interlude.web.route.RouteGroup;
import java.util.List;

/// The rehearsal of a service before its first real request: its own handlers, put together once
/// more in a [WarmUpEnvironment], and requests to them. Beans of this type are run by [WarmUpRun].
///
/// The environment holds nothing real that a request changes: no journal, no catalogue, no
/// counters, no meters.
@FunctionalInterface
public interface WarmUp {
    /// The handlers and the requests.
    WarmUpPlan plan(WarmUpEnvironment environment);

    /// Handlers, and requests that are sent to them in turn.
    record WarmUpPlan(List<RouteGroup> routes, List<WarmUpRequest> requests) {
        public WarmUpPlan {
            routes = List.copyOf(routes);
            requests = List.copyOf(requests);
        }
    }
}
