package io.interlude.web.health;

import io.interlude.journal.availability.ReadinessCheck;
import io.interlude.web.answer.Answers;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `/health/live` and `/health/ready`. Live says that the process answers at all; ready, that every
/// [ReadinessCheck] holds: 200, else 503, with the checks by name.
public final class HealthRoutes implements RouteGroup {
    private final Supplier<List<ReadinessCheck>> checks;

    /// @param checks asked on each call
    public HealthRoutes(Supplier<List<ReadinessCheck>> checks) {
        this.checks = checks;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(
                        HttpMethod.GET,
                        "/health/live",
                        _ -> Answers.json(200, Map.of("status", "live")))
                .handle(HttpMethod.GET, "/health/ready", _ -> ready());
    }

    private Mono<ServerResponse> ready() {
        List<Check> results =
                checks.get().stream()
                        .map(check -> new Check(check.name(), check.ready()))
                        .sorted(Comparator.comparing(Check::name))
                        .toList();
        if (results.stream().allMatch(Check::ready)) {
            return Answers.json(200, new Readiness("ready", results));
        }
        return Answers.problem(
                Problem.of(Reason.STATE_UNAVAILABLE, "The process starts: wait for its checks.")
                        .withField("status", "starting")
                        .withField("checks", results));
    }

    record Readiness(String status, List<Check> checks) {}

    record Check(String name, boolean ready) {}
}
