package io.interlude.manage.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.catalogue.key.Role;
import io.interlude.manage.fixture.ManagementServer;
import io.interlude.manage.fixture.ManagementServer.Caller;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;

/// Every route of the management API with a session of every role: it is let in, or it is not.
final class RoleMatrixIT {
    private static final Set<String> BOOKED =
            Set.of(
                    "ad-units",
                    "advertisers",
                    "applications",
                    "campaigns",
                    "conversion-goals",
                    "creatives",
                    "line-items",
                    "saved-reports");

    private static final Set<String> ONLY_ASK =
            Set.of("/v1/manage/creatives:preview", "/v1/manage/flows:validate");

    /// As `docs/console.md` says it.
    private static Role needed(HttpMethod method, String pattern) {
        if (method.equals(HttpMethod.GET) || ONLY_ASK.contains(pattern)) {
            return Role.VIEWER;
        }
        String kind = pattern.split("/", -1)[3].replaceFirst(":.*", "");
        return BOOKED.contains(kind) ? Role.TRAFFICKER : Role.ADMIN;
    }

    @Test
    void everyRouteLetsInTheRolesThatMay() {
        try (ManagementServer server = ManagementServer.started()) {
            Caller org = server.newOrg();
            Map<Role, Caller> roleToCaller = new EnumMap<>(Role.class);
            for (Role role : Role.values()) {
                String name = role.name().toLowerCase(Locale.ROOT);
                org.post(
                        "/v1/manage/users",
                        "{'id': '%1$s', 'email': '%1$s@example.com', 'name': 'N', 'role': '%1$s'}"
                                .formatted(name));
                roleToCaller.put(role, server.signedIn(name));
            }
            List<String> wrong = new ArrayList<>();
            int[] called = {0};
            server.routes().stream()
                    .filter(route -> route.pattern().startsWith("/v1/manage"))
                    .forEach(route ->
                            roleToCaller.forEach((role, caller) -> {
                                String path = route.pattern().replaceAll("\\{\\w+}", "none");
                                String reason = caller.send(route.method().name(), path).reason();
                                boolean may =
                                        role.includes(needed(route.method(), route.pattern()));
                                if (may == reason.equals("role_not_allowed")) {
                                    wrong.add(route.method() + " " + path + " " + role);
                                }
                                called[0]++;
                            }));
            assertThat(wrong).isEmpty();
            assertThat(called[0]).isGreaterThan(200);
        }
    }
}
