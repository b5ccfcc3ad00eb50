package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A person at the publisher, who looks at what a buyer's agent ordered.
record AdcpPublisher(Api management) {
    /// The campaign that a task is about.
    static String campaignOf(JsonNode submitted) {
        return submitted.path("task_id").asString().substring("create_media_buy-".length());
    }

    /// Approves the creatives of an order, and starts it.
    ///
    /// @return its packages
    List<String> letGo(String campaignId) throws IOException, InterruptedException {
        List<String> packages = packages(campaignId);
        setStatus("campaigns/" + campaignId, "active");
        for (String packageId : packages) {
            setStatus("line-items/" + packageId, "active");
            for (String creative : ids("creatives", "lineItemId", packageId)) {
                setStatus("creatives/" + creative, "approved");
            }
        }
        return packages;
    }

    List<String> packages(String campaignId) throws IOException, InterruptedException {
        return ids("lineItems", "campaignId", campaignId);
    }

    JsonNode catalogue() throws IOException, InterruptedException {
        return management.expect(200, "GET", "/v1/manage/catalogue", "");
    }

    private List<String> ids(String part, String name, String value)
            throws IOException, InterruptedException {
        return catalogue()
                .path(part)
                .valueStream()
                .filter(each -> each.path(name).asString("").equals(value))
                .map(each -> each.path("id").asString())
                .toList();
    }

    private void setStatus(String resource, String status)
            throws IOException, InterruptedException {
        String path = "/v1/manage/" + resource;
        HttpResponse<String> read = management.call("GET", path, "");
        String body =
                ((ObjectNode) Api.JSON.readTree(read.body())).put("status", status).toString();
        assertThat(
                        management
                                .put(path, read.headers().firstValue("ETag").orElseThrow(), body)
                                .statusCode())
                .isEqualTo(200);
    }
}
