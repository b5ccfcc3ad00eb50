package io.interlude.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.catalogue.key.Role;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpMethod;

final class RoleRulesTest {
    @ParameterizedTest
    @CsvSource({
        "GET, /v1/manage/users, VIEWER",
        "GET, /v1/reports, VIEWER",
        "GET, /a/route/to/come, VIEWER",
        "POST, /v1/attributions, VIEWER",
        "POST, /v1/audits, VIEWER",
        "POST, /v1/forecasts, VIEWER",
        "POST, /v1/simulations, VIEWER",
        "POST, /v1/manage/flows:validate, VIEWER",
        "POST, /v1/manage/creatives:preview, VIEWER",
        "DELETE, /console/session, VIEWER",
        "POST, /v1/fetch/v2, TRAFFICKER",
        "POST, /v1/manage/creatives, TRAFFICKER",
        "PUT, /v1/manage/creatives/card, TRAFFICKER",
        "POST, /v1/manage/creatives/card:restore, TRAFFICKER",
        "DELETE, /v1/manage/campaigns/c, TRAFFICKER",
        "POST, /v1/manage/saved-reports, TRAFFICKER",
        "POST, /v1/manage/users, ADMIN",
        "POST, /v1/manage/keys, ADMIN",
        "POST, /v1/manage/keys/k:rotate, ADMIN",
        "DELETE, /v1/manage/keys/k, ADMIN",
        "PUT, /v1/manage/settings, ADMIN",
        "POST, /v1/manage/settings:restore, ADMIN",
        "PUT, /v1/manage/catalogue, ADMIN",
        "DELETE, /v1/manage/subscribers/s, ADMIN",
        "DELETE, /v1/manage/conversations/c, ADMIN",
        "POST, /v1/corrections, ADMIN",
        "POST, /v1/journal/rejected/r:redrive, ADMIN",
        "POST, /v1/event, ADMIN",
        "POST, /v1/manage/creatives-to-come, ADMIN",
        "POST, /v1/manage/%63reatives, ADMIN",
        "PATCH, /a/route/to/come, ADMIN",
        "TRACE, /v1/reports, ADMIN",
    })
    void namesTheLeastRole(String method, String path, Role role) {
        assertThat(RoleRules.needed(HttpMethod.valueOf(method), path)).isEqualTo(role);
    }
}
