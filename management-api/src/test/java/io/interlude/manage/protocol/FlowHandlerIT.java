package io.interlude.manage.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.flow.FlowSchema;
import io.interlude.journal.json.Json;
import io.interlude.manage.fixture.ManagementServer;
import io.interlude.manage.fixture.ManagementServer.Answer;
import io.interlude.manage.flow.RandomFlows;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FlowHandlerIT {
    private static final String VALIDATE = "/v1/manage/flows:validate";

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
    void findsNothingWrongWithASoundFlowAndSavesNothing() {
        // given
        ManagementServer.Caller caller = server.newOrg();
        String flow = RandomFlows.next(new SplittableRandom(1)).toString();

        // when
        Answer answer = caller.post(VALIDATE, flow);

        // then
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(Json.MAPPER.readTree("{\"violations\": []}"));
        assertThat(caller.get("/v1/manage/creatives").body().path("items")).isEmpty();
    }

    @Test
    void listsEveryViolationWithItsPath() {
        Answer answer = server.newOrg().post(VALIDATE, "{'specVersion': '2', 'nodes': []}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().path("violations").valueStream())
                .extracting(violation -> violation.path("path").asString())
                .containsExactlyInAnyOrder("specVersion", "entryNodeId", "metadata", "nodes");
        assertThat(answer.body().path("violations").valueStream())
                .allSatisfy(violation -> {
                    assertThat(violation.path("rule").asString()).isNotEmpty();
                    assertThat(violation.path("message").asString()).endsWith(".");
                });
    }

    @Test
    void asksForAManagementKey() {
        Answer answer = server.as("il_mgmt_unknown").post(VALIDATE, "{}");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.reason()).isEqualTo("invalid_api_key");
    }

    @Test
    void publishesTheSchemaToEverybody() {
        Answer answer = server.as("none").get("/schemas/flow-1.json");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers()).containsEntry("content-type", "application/schema+json");
        assertThat(answer.body()).isEqualTo(Json.MAPPER.readTree(FlowSchema.json()));
    }
}
