package io.interlude.manage.creative;

import static io.interlude.manage.catalogue.Reading.KINDS;
import static io.interlude.manage.catalogue.Reading.object;
import static io.interlude.manage.catalogue.Reading.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.manage.catalogue.Reading;
import io.interlude.web.refusal.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class CreativesTest {
    private static final ObjectNode CARD =
            object(
                    """
                    {'lineItemId': 'line', 'type': 'card', 'status': 'approved', 'position': 2,
                     'weight': 5, 'properties': {'theme': 'dark'},
                     'card': {'title': 'Boots', 'subtitle': 'For wet paths',
                              'imageUrl': 'https://example.com/boots.png',
                              'imageAltText': 'A pair of boots', 'smsText': 'Boots!',
                              'disclosure': 'Sponsored',
                              'actions': [{'text': 'See them',
                                           'url': 'https://example.com/?id={messageId}'}]}}
                    """);
    private static final ObjectNode FLOW =
            object(
                    """
                    {'lineItemId': 'line', 'type': 'flow', 'status': 'draft', 'weight': 1,
                     'properties': {},
                     'flow': {'specVersion': '1.0', 'entryNodeId': 'hello',
                              'metadata': {'advertiserName': 'A', 'disclosureText': 'Ad'},
                              'nodes': [{'id': 'hello', 'type': 'message', 'text': 'Hi',
                                         'next': 'end'},
                                        {'id': 'end', 'type': 'action',
                                         'action': {'kind': 'end'}}]}}
                    """);

    @Test
    void echoesACardAndAFlow() {
        assertThat(Reading.echo(KINDS.creatives(), CARD)).isEqualTo(CARD);
        assertThat(Reading.echo(KINDS.creatives(), FLOW)).isEqualTo(FLOW);
    }

    @Test
    void isADraftOfWeightOneUnlessToldOtherwise() {
        // given
        ObjectNode small = with(with(CARD, "/status", "absent"), "/weight", "absent");

        // when
        ObjectNode echo = Reading.echo(KINDS.creatives(), small);

        // then
        assertThat(echo.path("status").stringValue()).isEqualTo("draft");
        assertThat(echo.path("weight").intValue()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    /lineItemId        | 'gone'                        | lineItemId exists
                    /type              | 'video'                       | type choice
                    /status            | 'live'                        | status choice
                    /weight            | 0                             | weight range
                    /position          | -1                            | position range
                    /flow              | {'specVersion': '1', 'entryNodeId': 'a', 'metadata': {'advertiserName': 'A', 'disclosureText': 'Ad'}, 'nodes': [{'id': 'a', 'type': 'message', 'text': 'A', 'next': 'b'}, {'id': 'b', 'type': 'action', 'action': {'kind': 'end'}}]} | flow not_allowed
                    /card/title        | ' '                           | card.title length
                    /card/disclosure   | ''                            | card.disclosure length
                    /card/imageUrl     | 'javascript:alert(1)'         | card.imageUrl url
                    /card/imageUrl     | '//example.com/x'             | card.imageUrl url
                    /card/actions      | []                            | card.actions length
                    /card/actions      | [{'text': 'Go', 'url': 'ftp://example.com'}]    | card.actions[0].url url
                    /card/actions      | [{'text': 'Go', 'url': 'https://a b'}]          | card.actions[0].url url
                    /card/actions      | [{'text': 'Go', 'url': 'https://me@example.com'}] | card.actions[0].url url
                    """)
    void refusesWhatBreaksARule(String pointer, String value, String violation) {
        // given
        ObjectNode broken = with(CARD, pointer, value);

        // then
        assertThat(Reading.violations(KINDS.creatives(), broken)).containsExactly(violation);
        assertThat(Reading.reason(KINDS.creatives(), broken)).isEqualTo(Reason.INVALID_CREATIVE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    /type              | absent                 | type required
                    /card              | absent                 | card required
                    /card              | 'Boots'                | card type
                    /card/title        | absent                 | card.title required
                    /card/disclosure   | absent                 | card.disclosure required
                    /card/actions      | absent                 | card.actions required
                    /card/actions      | [{'text': 'Go'}]       | card.actions[0].url required
                    /properties        | {'a': 1}               | properties.a type
                    """)
    void refusesAWrongShape(String pointer, String value, String violation) {
        // given
        ObjectNode broken = with(CARD, pointer, value);

        // then
        assertThat(Reading.violations(KINDS.creatives(), broken)).containsExactly(violation);
        assertThat(Reading.reason(KINDS.creatives(), broken)).isEqualTo(Reason.INVALID_REQUEST);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    /flow/specVersion  | absent        | flow.specVersion required
                    /flow/specVersion  | '2.0'         | flow.specVersion pattern
                    /flow/entryNodeId  | 'Hello'       | flow.entryNodeId pattern
                    /flow/metadata     | []            | flow.metadata type
                    /flow/nodes        | []            | flow.nodes length
                    /flow/extra        | 1             | flow.extra unknown
                    /flow/metadata     | {'n': 1e-99999} | flow.metadata.n number
                    """)
    void refusesAFlowWithAReasonOfItsOwn(String pointer, String value, String violation) {
        // given
        ObjectNode broken = with(FLOW, pointer, value);

        // then
        assertThat(Reading.violations(KINDS.creatives(), broken)).contains(violation);
        assertThat(Reading.reason(KINDS.creatives(), broken)).isEqualTo(Reason.INVALID_FLOW);
    }

    @Test
    void refusesAFlowOverSixteenKibibytes() {
        // given
        ObjectNode large = with(FLOW, "/flow/metadata", "{'teaser': '" + "x".repeat(16_384) + "'}");

        // then
        assertThat(Reading.violations(KINDS.creatives(), large)).contains("flow size");
    }
}
