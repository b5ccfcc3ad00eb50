package io.interlude.manage.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.manage.fixture.ManagementServer;
import io.interlude.manage.fixture.ManagementServer.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PreviewHandlerIT {
    private static final String PREVIEW = "/v1/manage/creatives:preview";

    private static ManagementServer server;

    @BeforeAll
    static void start() {
        server = ManagementServer.started();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void showsACardInEachFormatAndKeepsNothing() {
        // given
        ManagementServer.Caller caller = server.newOrg();

        // when
        Answer answer =
                caller.post(
                        PREVIEW,
                        """
                        {'type': 'card', 'card': {'title': 'Soup', 'disclosure': 'Sponsored',
                         'subtitle': '%s', 'actions': [{'text': 'Go', 'url': 'https://example.com'}]}}\
                        """
                                .formatted("long ".repeat(80)));

        // then: cut where the service cuts it
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().at("/native/actions/0/navigate/url").asString())
                .startsWith("http://127.0.0.1:")
                .contains("/c/preview-");
        assertThat(answer.body().at("/botplatform/card/subtitle").asString())
                .startsWith("Sponsored · long");
        assertThat(answer.body().at("/sms/text").asString())
                .hasSize(320)
                .startsWith("Sponsored\nSoup\nlong");
        assertThat(answer.body().at("/sms/segments").asInt()).isEqualTo(3);
        assertThat(answer.body().at("/violations/0/path").asString()).isEqualTo("lineItemId");
        assertThat(caller.get("/v1/manage/creatives").body().path("items")).isEmpty();
    }

    @Test
    void showsWhatIsWrittenSoFar() {
        Answer answer =
                server.newOrg()
                        .post(
                                PREVIEW,
                                "{'type': 'card', 'card': {'title': 'Soup', 'actions': [{'text': 'Go'}]}}");

        assertThat(answer.body().at("/native/title").asString()).isEqualTo("Soup");
        assertThat(answer.body().at("/native/actions/0/text").asString()).isEqualTo("Go");
        assertThat(answer.body().path("violations").valueStream())
                .extracting(violation -> violation.path("path").asString())
                .contains("card.disclosure", "card.actions[0].url");
    }

    @Test
    void givesAFlowBackOnlyWhenItIsSound() {
        Answer answer =
                server.newOrg().post(PREVIEW, "{'type': 'flow', 'flow': {'specVersion': '2'}}");

        assertThat(answer.body().has("flow")).isFalse();
        assertThat(answer.body().path("violations").valueStream())
                .extracting(violation -> violation.path("path").asString())
                .contains("flow.specVersion", "flow.nodes");
    }

    @Test
    void asksForAManagementKey() {
        Answer answer = server.as("il_mgmt_unknown").post(PREVIEW, "{}");

        assertThat(answer.reason()).isEqualTo("invalid_api_key");
    }
}
