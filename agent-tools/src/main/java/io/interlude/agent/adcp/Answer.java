package io.interlude.agent.adcp;

import io.interlude.agent.ApiAnswer;
import io.interlude.journal.json.Json;
import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The common parts of all tasks' answers.
final class Answer {
    private static final int UNPROCESSABLE = 422;

    private Answer() {}

    static ObjectNode object() {
        return Json.MAPPER.createObjectNode();
    }

    /// With the state of the task, where the answer has none of its own, and the caller's context.
    static ApiAnswer done(ObjectNode body, ObjectNode arguments) {
        ObjectNode whole = object();
        whole.put("status", body.path("status").asString("completed"));
        whole.setAll(body);
        return ApiAnswer.ok(withContext(whole, arguments));
    }

    /// The error where clients of the protocol look for it over MCP, and in the list of the
    /// schemas.
    static ApiAnswer failed(AdcpException error, ObjectNode arguments) {
        ObjectNode body = object().put("status", "failed");
        body.set("adcp_error", error.json());
        body.putArray("errors").add(error.json());
        return new ApiAnswer(UNPROCESSABLE, withContext(body, arguments));
    }

    private static ObjectNode withContext(ObjectNode body, ObjectNode arguments) {
        if (arguments.path("context").isObject()) {
            body.set("context", arguments.path("context"));
        }
        return body;
    }

    /// A decimal text as a number without idle zeros.
    static BigDecimal decimal(JsonNode text) {
        BigDecimal number = new BigDecimal(text.asString("0"));
        return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    }
}
