package io.interlude.fetch.repeat;

import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.domain.digest.Sha256;
import io.interlude.domain.identity.ContextHash;
import io.interlude.journal.json.Json;
import io.interlude.web.limits.Owner;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.util.MultiValueMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// An `Idempotency-Key` with the request that it came with, both as hashes.
///
/// @param owner the org's servers, which share their keys, or its publisher tags
/// @param key hash of the org, of a publisher tag its id, and the key
/// @param bodies keyed hashes of the request: under the newest signing key, then under earlier ones
public record RequestKey(Owner owner, String key, List<String> bodies) {
    /// Begins every hash of a key, so that a record of a keyed fetch can be told by its bytes.
    static final String PREFIX = "idempotency-key:";

    /// Begins those of publisher tags. Everybody can read a tag, so each has keys of its own:
    /// nobody takes a key before the org's server does, or gets the server's answer.
    private static final String TAG_PREFIX = PREFIX + "tag:";

    private static final int MOST_CHARACTERS = 128;

    /// Parameters that are no part of the request: API keys, and what only explains a no-fill.
    private static final Set<String> LEFT_OUT = Set.of("key", "apikey", "apiKey", "debug");

    public RequestKey {
        bodies = List.copyOf(bodies);
    }

    /// The hashes of a request and of the key that it came with.
    ///
    /// @throws io.interlude.web.refusal.ProblemException `invalid_request` for a key over 128
    ///   characters
    public static RequestKey of(
            Caller caller,
            String idempotencyKey,
            MultiValueMap<String, String> query,
            ObjectNode body,
            ContextHash hash) {
        if (idempotencyKey.length() > MOST_CHARACTERS) {
            throw Problem.ofField(
                            Reason.INVALID_REQUEST,
                            "Idempotency-Key",
                            "Idempotency-Key must be at most 128 characters.")
                    .exception();
        }
        String org = caller.orgId().value();
        String key =
                caller.kind() == KeyKind.TAG
                        ? TAG_PREFIX
                                + Sha256.hex(
                                        org + '\0' + caller.keyId().value() + '\0' + idempotencyKey)
                        : PREFIX + Sha256.hex(org + '\0' + idempotencyKey);
        return new RequestKey(
                owner(org, key), key, hash.everyOf("fetch-request\0" + canonical(query, body)));
    }

    /// Whose key this hash is of.
    static Owner owner(String org, String key) {
        return key.startsWith(TAG_PREFIX) ? Owner.tags(org) : Owner.org(org);
    }

    /// The request with its names in order.
    private static String canonical(MultiValueMap<String, String> query, ObjectNode body) {
        ObjectNode json = Json.MAPPER.createObjectNode();
        new TreeMap<>(query)
                .forEach((name, values) -> {
                    if (!LEFT_OUT.contains(name)) {
                        values.forEach(json.putArray(name)::add);
                    }
                });
        return json + sorted(body).toString();
    }

    private static JsonNode sorted(JsonNode json) {
        if (json instanceof ObjectNode object) {
            ObjectNode sorted = Json.MAPPER.createObjectNode();
            object.properties().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(field -> sorted.set(field.getKey(), sorted(field.getValue())));
            return sorted;
        }
        if (json.isArray()) {
            return Json.MAPPER
                    .createArrayNode()
                    .addAll(json.valueStream().map(RequestKey::sorted).toList());
        }
        return json;
    }
}
