package io.interlude.web.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.web.answer.Answers;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;

class RoutesTest {
    private final Routes routes =
            table(
                    "GET /v1/fetch/v2",
                    "POST /v1/fetch/v2",
                    "GET /c/{token}",
                    "HEAD /c/{token}",
                    "GET /v1/manage/line-items",
                    "GET /v1/manage/line-items/{id}",
                    "PUT /v1/manage/line-items/{id}",
                    "POST /v1/manage/flows:validate",
                    "GET /v1/journal/{messageId}",
                    "GET /v1/journal/rejected",
                    "POST /v1/journal/rejected/{id}:redrive",
                    "GET /v1/journal/rejected/{id}",
                    "GET /v1/reports/flows/{creativeId}",
                    "GET /registry/subjects/{subject}/versions/{version}",
                    "GET /console/{*file}",
                    "GET /console/app.js");

    private static Routes table(String... lines) {
        Routes routes = new Routes();
        for (String line : lines) {
            add(routes, line);
        }
        return routes;
    }

    private static void add(Routes routes, String line) {
        String[] parts = line.split(" ", 2);
        routes.handle(HttpMethod.valueOf(parts[0]), parts[1], _ -> Answers.empty(204));
    }

    private RouteMatch find(String method, String path) {
        return routes.find(HttpMethod.valueOf(method), path);
    }

    @ParameterizedTest
    @CsvSource({
        "GET,  /v1/fetch/v2,                      /v1/fetch/v2",
        "POST, /v1/fetch/v2,                      /v1/fetch/v2",
        "GET,  /c/abc,                            /c/{token}",
        "HEAD, /c/abc,                            /c/{token}",
        "GET,  /v1/manage/line-items,             /v1/manage/line-items",
        "PUT,  /v1/manage/line-items/li-1,        /v1/manage/line-items/{id}",
        "POST, /v1/manage/flows:validate,         /v1/manage/flows:validate",
        "GET,  /v1/journal/native-1,              /v1/journal/{messageId}",
        "GET,  /v1/journal/rejected,              /v1/journal/rejected",
        "GET,  /v1/journal/rejected/7,            /v1/journal/rejected/{id}",
        "POST, /v1/journal/rejected/7:redrive,    /v1/journal/rejected/{id}:redrive",
        "GET,  /registry/subjects/a-value/versions/latest, "
                + "/registry/subjects/{subject}/versions/{version}",
        "GET,  /console/app.js,                   /console/app.js",
        "GET,  /console/css/site.css,             /console/{*file}",
    })
    void findsTheMostLiteralRoute(String method, String path, String pattern) {
        assertThat(find(method, path))
                .isInstanceOfSatisfying(
                        RouteMatch.Found.class,
                        found -> {
                            assertThat(found.route().pattern()).isEqualTo(pattern);
                            assertThat(found.route().method().name()).isEqualTo(method);
                        });
    }

    @ParameterizedTest
    @CsvSource({
        "/c/abc,                         token,   abc",
        "/c/a%20b%2Fc,                   token,   a b/c",
        "/v1/journal/rejected/7:redrive, id,      7",
        "/console/css/site.css,          file,    css/site.css",
    })
    void readsDecodedVariables(String path, String name, String value) {
        String method = path.endsWith(":redrive") ? "POST" : "GET";

        assertThat(find(method, path))
                .isInstanceOfSatisfying(
                        RouteMatch.Found.class,
                        found -> assertThat(found.variables()).isEqualTo(Map.of(name, value)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "*",
                "/v1/fetch",
                "/v1/fetch/v2/",
                "/c",
                "/c/",
                "/c/a/b",
                "/v2/manage/line-items",
                "/console",
                "/console/",
                "//v1/fetch/v2"
            })
    void knowsNoOtherPath(String path) {
        assertThat(find("GET", path)).isInstanceOf(RouteMatch.Unknown.class);
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE,  /v1/fetch/v2,                    'GET,POST'",
        "HEAD,    /v1/fetch/v2,                    'GET,POST'",
        "OPTIONS, /v1/fetch/v2,                    'GET,POST'",
        "POST,    /c/abc,                          'GET,HEAD'",
        "POST,    /v1/manage/line-items/x,         'GET,PUT'",
        "DELETE,  /v1/journal/rejected/7:redrive,  'GET,POST'",
        "PUT,     /v1/journal/rejected,            'GET'",
    })
    void namesTheAllowedMethods(String method, String path, String allowed) {
        assertThat(find(method, path))
                .isInstanceOfSatisfying(
                        RouteMatch.WrongMethod.class,
                        wrong ->
                                assertThat(wrong.allowedMethods())
                                        .containsExactly(allowed.split(",")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /v1/fetch/v2",
                "GET /c/{other}",
                "GET no-slash",
                "GET /a/{}",
                "GET /a/{b",
                "GET /a/b}",
                "GET /a/{b}{c}",
                "GET /a/{*}",
                "GET /a/{*rest}/b",
                "GET /a/x{*rest}",
                "GET /{a}"
            })
    void refusesMalformedAndTakenRoutes(String line) {
        assertThatThrownBy(() -> add(routes, line)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void fallsThroughToThePatternThatHasTheMethod() {
        // given
        Routes both = table("GET /a/special", "POST /a/{id}");

        // when
        RouteMatch match = both.find(HttpMethod.POST, "/a/special");

        // then
        assertThat(match).isInstanceOf(RouteMatch.Found.class);
    }
}
