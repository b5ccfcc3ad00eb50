package io.interlude.web.access;

import io.interlude.catalogue.key.Role;
import java.util.Set;
import org.springframework.http.HttpMethod;

/// The role that a request needs, by its method and path. A change that is not named here is for
/// admins alone, so a new route is closed until it is thought of.
public final class RoleRules {
    private static final Set<HttpMethod> READING =
            Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

    /// They change nothing of the org, whatever their method.
    private static final Set<String> ANSWERS =
            Set.of(
                    "/console/session",
                    "/v1/attributions",
                    "/v1/audits",
                    "/v1/forecasts",
                    "/v1/manage/creatives:preview",
                    "/v1/manage/flows:validate",
                    "/v1/simulations");

    private static final Set<String> BOOKED =
            Set.of(
                    "/v1/fetch/v2",
                    "/v1/manage/ad-units",
                    "/v1/manage/advertisers",
                    "/v1/manage/applications",
                    "/v1/manage/campaigns",
                    "/v1/manage/conversion-goals",
                    "/v1/manage/creatives",
                    "/v1/manage/line-items",
                    "/v1/manage/saved-reports");

    private RoleRules() {}

    /// The least role that may send it.
    ///
    /// @param path as it is routed, undecoded
    public static Role needed(HttpMethod method, String path) {
        if (READING.contains(method) || ANSWERS.contains(path)) {
            return Role.VIEWER;
        }
        boolean booked =
                BOOKED.stream().anyMatch(all -> path.equals(all) || path.startsWith(all + "/"));
        return booked ? Role.TRAFFICKER : Role.ADMIN;
    }
}
