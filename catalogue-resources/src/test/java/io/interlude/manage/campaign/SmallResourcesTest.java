package io.interlude.manage.campaign;

import static io.interlude.manage.catalogue.Reading.KINDS;
import static io.interlude.manage.catalogue.Reading.object;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.manage.catalogue.Reading;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The rules of campaigns, applications, ad units and keys.
class SmallResourcesTest {
    @Test
    void campaignHasDefaults() {
        assertThat(
                        Reading.echo(
                                KINDS.campaigns(),
                                object(
                                        """
                                        {'name': 'Spring', 'advertiserName': 'Acme',
                                         'frequencyCaps': [{'max': 2, 'per': 'P1D'}]}
                                        """)))
                .isEqualTo(
                        object(
                                """
                                {'name': 'Spring', 'advertiserName': 'Acme', 'status': 'draft',
                                 'frequencyCaps': [{'max': 2, 'per': 'PT24H',
                                                    'scope': 'campaign'}]}
                                """));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    {'name': 'n'}                                       | advertiserName required
                    {'name': 'n', 'advertiserName': 'a', 'status': 'x'} | status choice
                    {'name': 'n', 'advertiserName': 'a', 'status': 'shadow'} | status choice
                    {'name': 'n', 'advertiserName': 'a', 'frequencyCaps': [{'max': 1, 'per': 'PT1H', 'scope': 'lineItem'}]} | frequencyCaps[0].scope choice
                    {'name': 'n', 'advertiserName': 'a', 'startAt': '2026-01-01T00:00:00Z', 'endAt': '2026-01-01T00:00:00Z'} | endAt order
                    {'name': 'n', 'advertiserName': 'a', 'holdout': 0.51}    | holdout range
                    {'name': 'n', 'advertiserName': 'a', 'holdout': -0.1}    | holdout range
                    {'name': 'n', 'advertiserName': 'a', 'holdout': '0.1'}   | holdout type
                    """)
    void refusesACampaign(String json, String violation) {
        assertThat(Reading.violations(KINDS.campaigns(), object(json))).containsExactly(violation);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-0.1", "0.51", "2"})
    void tellsTheBoundsOfAHoldout(String share) {
        String json = "{'name': 'n', 'advertiserName': 'a', 'holdout': " + share + "}";

        assertThat(Reading.read(KINDS.campaigns(), object(json)).listed().getFirst().message())
                .isEqualTo("Give a number from 0 to 0.5.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    {'name': 'n'}                                            | code required
                    {'name': 'n', 'code': '__sandbox__'}                     | code reserved
                    {'name': 'n', 'code': 'c', 'applicationId': 'gone'}      | applicationId exists
                    {'name': 'n', 'code': 'c', 'formats': ['native', 'fax']} | formats[1] choice
                    {'name': 'n', 'code': 'c', 'formats': ['sms', 'sms']}    | formats[1] unique
                    """)
    void refusesAnAdUnit(String json, String violation) {
        assertThat(Reading.violations(KINDS.adUnits(), object(json))).containsExactly(violation);
    }

    @Test
    void adUnitEchoesItsFormatsAsTheyAreCalled() {
        // given
        String json =
                """
                {'code': 'home', 'name': 'Home', 'applicationId': 'app',
                 'formats': ['native', 'flow']}
                """;

        // then
        assertThat(Reading.echo(KINDS.adUnits(), object(json))).isEqualTo(object(json));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    {}                                                 | kind required
                    {'kind': 'root'}                                   | kind choice
                    {'kind': 'fetch'}                                  | applicationId required
                    {'kind': 'fetch', 'applicationId': 'gone'}         | applicationId exists
                    {'kind': 'mgmt', 'applicationId': 'app'}           | applicationId not_allowed
                    {'kind': 'read', 'allowedOrigins': ['https://example.com']} | allowedOrigins not_allowed
                    {'kind': 'tag', 'applicationId': 'app'}            | allowedOrigins required
                    {'kind': 'tag', 'applicationId': 'app', 'allowedOrigins': []} | allowedOrigins length
                    {'kind': 'tag', 'applicationId': 'app', 'allowedOrigins': ['https://example.com/x']} | allowedOrigins[0] origin
                    {'kind': 'tag', 'applicationId': 'app', 'allowedOrigins': ['*']} | allowedOrigins[0] origin
                    {'kind': 'tag', 'applicationId': 'app', 'allowedOrigins': ['null']} | allowedOrigins[0] origin
                    {'kind': 'read', 'rateLimitPerSecond': 0}          | rateLimitPerSecond range
                    {'kind': 'mgmt', 'maxConversionValue': '5'}        | maxConversionValue not_allowed
                    {'kind': 'fetch', 'applicationId': 'app', 'maxConversionValue': 5} | maxConversionValue type
                    {'kind': 'fetch', 'applicationId': 'app', 'maxConversionValue': '1e3'} | maxConversionValue decimal
                    {'kind': 'fetch', 'applicationId': 'app', 'maxConversionValue': '-5'} | maxConversionValue range
                    """)
    void refusesAKey(String json, String violation) {
        assertThat(Reading.violations(KINDS.keys(), object(json))).containsExactly(violation);
    }

    @Test
    void keyWritesOriginsAsBrowsersSendThem() {
        // given
        String json =
                """
                {'kind': 'tag', 'applicationId': 'app',
                 'allowedOrigins': ['HTTPS://WWW.Example.com:443', 'http://localhost:3000']}
                """;

        // then
        assertThat(Reading.echo(KINDS.keys(), object(json)).path("allowedOrigins"))
                .map(node -> node.stringValue())
                .isEqualTo(List.of("https://www.example.com", "http://localhost:3000"));
    }

    @Test
    void keyKeepsTheBoundOfItsPixels() {
        String json = "{'kind': 'fetch', 'applicationId': 'app', 'maxConversionValue': '250000.5'}";

        assertThat(
                        Reading.echo(KINDS.keys(), object(json))
                                .path("maxConversionValue")
                                .stringValue())
                .isEqualTo("250000.50");
    }

    @Test
    void applicationNeedsANameOnly() {
        assertThat(Reading.echo(KINDS.applications(), object("{'name': 'Chat', 'x': 1}")))
                .isEqualTo(object("{'name': 'Chat'}"));
        assertThat(Reading.violations(KINDS.applications(), object("{}")))
                .containsExactly("name required");
    }
}
