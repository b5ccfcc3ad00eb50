package io.interlude.agent.adcp;

import io.interlude.agent.ApiAnswer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// An error of the protocol, in its words: a code that a program acts on, and a sentence.
final class AdcpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final @Nullable String field;
    private final transient @Nullable ObjectNode details;

    private AdcpException(
            String code, String message, @Nullable String field, @Nullable ObjectNode details) {
        super(message, null, false, false);
        this.code = code;
        this.field = field;
        this.details = details;
    }

    /// @param field the request's field at fault, `packages[0].budget`; null for none
    static AdcpException of(String code, @Nullable String field, String message) {
        return new AdcpException(code, message, field, null);
    }

    /// What the product's own interface refused, which stays in the details.
    static AdcpException of(ApiAnswer refusal) {
        ObjectNode body = refusal.body();
        JsonNode violation = body.path("violations").path(0);
        String field = body.path("field").asString(violation.path("path").asString(""));
        String sentence = body.path("description").asString("It was refused.");
        String rule = violation.path("message").asString("");
        ObjectNode details = body.deepCopy();
        details.remove("description");
        return new AdcpException(
                code(body.path("reason").asString("")),
                sentence.contains(rule) ? sentence : sentence + ' ' + rule,
                field.isEmpty() ? null : field,
                details);
    }

    private static String code(String reason) {
        return switch (reason) {
            case "missing_api_key", "invalid_api_key" -> "AUTH_REQUIRED";
            case "key_not_allowed", "role_not_allowed", "second_person" -> "PERMISSION_DENIED";
            case "org_suspended" -> "ACCOUNT_SUSPENDED";
            case "rate_limited", "overloaded" -> "RATE_LIMITED";
            case "not_found" -> "REFERENCE_NOT_FOUND";
            case "conflict" -> "CONFLICT";
            case "invalid_creative" -> "CREATIVE_REJECTED";
            case "invalid_request" -> "INVALID_REQUEST";
            case "state_unavailable", "journal_unavailable", "internal_error" ->
                    "SERVICE_UNAVAILABLE";
            default -> "VALIDATION_ERROR";
        };
    }

    boolean isUnknown() {
        return code.equals("REFERENCE_NOT_FOUND");
    }

    /// Whether it is one creative's, so that it does not fail its neighbours.
    boolean isOfCreative() {
        return code.equals("CREATIVE_REJECTED") || code.equals("VALIDATION_ERROR");
    }

    /// As the protocol has errors: that a key was used tells whoever found the key nothing more.
    ObjectNode json() {
        ObjectNode json = Answer.object().put("code", code).put("message", getMessage());
        if (field != null) {
            json.put("field", field);
        }
        if (!code.equals("IDEMPOTENCY_CONFLICT")) {
            json.put("recovery", recovery());
        }
        if (details != null) {
            json.set("details", details);
        }
        return json;
    }

    private String recovery() {
        return switch (code) {
            case "RATE_LIMITED", "SERVICE_UNAVAILABLE", "CONFLICT" -> "transient";
            case "AUTH_REQUIRED", "PERMISSION_DENIED", "ACCOUNT_SUSPENDED" -> "terminal";
            default -> "correctable";
        };
    }
}
