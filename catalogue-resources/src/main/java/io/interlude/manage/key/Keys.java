package io.interlude.manage.key;

import io.interlude.catalogue.key.ApiKeys;
import io.interlude.domain.money.Money;
import io.interlude.manage.adunit.AdUnits;
import io.interlude.manage.resource.Editing;
import io.interlude.manage.resource.LiveCatalogue;
import io.interlude.manage.resource.ResourceKind;
import io.interlude.manage.validation.Choices;
import io.interlude.manage.validation.Fields;
import io.interlude.manage.validation.WebAddresses;
import io.interlude.schema.ApiKeyChanged;
import io.interlude.schema.KeyKind;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// API keys: `{id, kind, label?, applicationId?, allowedOrigins?, rateLimitPerSecond?,
/// maxConversionValue?}`. A fetch key and a publisher tag belong to an application, a tag also
/// names its origins; both may bound what a conversion is worth that a pixel reports under them.
/// The key itself is shown when it is made; its hash and its first characters alone are stored. A
/// revoked key's id is never used again, because changes are journaled under it. An org keeps at
/// least one management key.
public final class Keys implements ResourceKind<ApiKeyChanged> {
    /// The field that says what a key may do.
    public static final String KIND = "kind";

    private static final String APPLICATION_ID = "applicationId";
    private static final String ALLOWED_ORIGINS = "allowedOrigins";
    private static final String RATE_LIMIT = "rateLimitPerSecond";
    private static final String MAX_CONVERSION = "maxConversionValue";
    private static final String PREVIOUS_EXPIRES_AT = "previousExpiresAt";
    private static final String KEY = "key";
    private static final String LABEL = "label";
    private static final String PREFIX = "prefix";

    private static final int MOST_ORIGINS = 100;
    private static final int MAX_ORIGIN_CHARACTERS = 300;
    private static final int LARGEST_RATE = 1_000_000;
    private static final Choices<KeyKind> KINDS = Choices.of(KeyKind.class);

    private final RandomGenerator secrets;

    /// @param secrets must be cryptographically strong
    public Keys(RandomGenerator secrets) {
        this.secrets = secrets;
    }

    @Override
    public Topic<ApiKeyChanged> topic() {
        return Topics.KEYS;
    }

    @Override
    public String pathSegment() {
        return "keys";
    }

    @Override
    public String section() {
        return "keys";
    }

    @Override
    public String noun() {
        return "key";
    }

    @Override
    public ApiKeyChanged blank() {
        return new ApiKeyChanged();
    }

    @Override
    public boolean idReusable() {
        return false;
    }

    /// What is revoked stays revoked, and what a key may do is nothing to go back on.
    @Override
    public boolean restorable() {
        return false;
    }

    @Override
    public ApiKeyChanged decode(Fields fields, Editing<ApiKeyChanged> editing) {
        ApiKeyChanged value = blank();
        ApiKeyChanged previous = editing.previous();
        fields.require(KIND);
        KeyKind kind = fields.choice(KIND, KINDS, KeyKind.UNKNOWN);
        boolean ofApplication = kind == KeyKind.fetch || kind == KeyKind.tag;
        checkPresence(fields, APPLICATION_ID, kind, ofApplication);
        checkPresence(fields, ALLOWED_ORIGINS, kind, kind == KeyKind.tag);
        value.setKind(kind);
        value.setApplicationId(AdUnits.applicationId(fields, editing.references()));
        value.setLabel(fields.text(LABEL, AdUnits.MAX_NAME_CHARACTERS));
        value.setAllowedOrigins(origins(fields));
        value.setRateLimitPerSecond(fields.integer(RATE_LIMIT, 1, LARGEST_RATE));
        if (!ofApplication) {
            checkPresence(fields, MAX_CONVERSION, kind, false);
        }
        value.setMaxConversionMicros(fields.micros(MAX_CONVERSION));
        value.setSha256(previous == null ? "" : previous.getSha256());
        if (previous != null) {
            value.setPrefix(previous.getPrefix());
            value.setPreviousSha256(previous.getPreviousSha256());
            value.setPreviousExpiresAt(previous.getPreviousExpiresAt());
            refuseOtherReach(fields, previous, value);
        }
        return value;
    }

    /// Some fields belong to some kinds: those must have them, the others must not.
    private static void checkPresence(Fields fields, String name, KeyKind kind, boolean belongs) {
        if (belongs) {
            fields.require(name);
        } else if (kind != KeyKind.UNKNOWN && fields.has(name)) {
            fields.broken(name, "not_allowed", "Leave it out: a " + kind + " key has none.");
        }
    }

    private static List<String> origins(Fields fields) {
        List<String> origins =
                fields.texts(
                        ALLOWED_ORIGINS,
                        MOST_ORIGINS,
                        MAX_ORIGIN_CHARACTERS,
                        (text, at) -> origin(fields, text, at));
        JsonNode list = fields.json().path(ALLOWED_ORIGINS);
        if (list.isArray() && list.isEmpty()) {
            fields.broken(ALLOWED_ORIGINS, "length", "Give at least one origin.");
        }
        return origins;
    }

    private static @Nullable String origin(Fields fields, String text, String at) {
        String origin = WebAddresses.origin(text);
        if (origin == null) {
            fields.violations()
                    .broken(
                            at,
                            "origin",
                            "Give scheme, host and port only, such as https://www.example.com.");
        }
        return origin;
    }

    /// What a key may reach is settled when it is made: its holder was given that and no more.
    private static void refuseOtherReach(
            Fields fields, ApiKeyChanged previous, ApiKeyChanged value) {
        if (value.getKind() != KeyKind.UNKNOWN && value.getKind() != previous.getKind()) {
            fields.broken(KIND, "immutable", "Leave the kind as it is, or make another key.");
        }
        if (differ(previous.getApplicationId(), value.getApplicationId())) {
            fields.broken(
                    APPLICATION_ID,
                    "immutable",
                    "Leave the application as it is, or make another key.");
        }
    }

    private static boolean differ(@Nullable String before, @Nullable String after) {
        return before != null && after != null && !before.equals(after);
    }

    @Override
    public Map<String, String> mint(ApiKeyChanged value) {
        String key =
                ApiKeys.generate(io.interlude.catalogue.key.KeyKind.of(value.getKind()), secrets);
        value.setSha256(ApiKeys.sha256(key));
        value.setPrefix(ApiKeys.prefix(key));
        return Map.of(KEY, key);
    }

    /// Gives the key a new secret. The one before goes on for the overlap; one before that is over.
    ///
    /// @return the new key, which is shown once
    Map<String, String> rotate(ApiKeyChanged value, Instant now, Duration overlap) {
        String previous = value.getSha256();
        Map<String, String> shownOnce = mint(value);
        value.setPreviousSha256(overlap.isZero() ? null : previous);
        value.setPreviousExpiresAt(overlap.isZero() ? null : now.plus(overlap));
        return shownOnce;
    }

    @Override
    public void encode(ApiKeyChanged value, ObjectNode json) {
        json.put(KIND, Choices.nameOf(value.getKind()));
        if (value.getLabel() != null) {
            json.put(LABEL, value.getLabel());
        }
        if (value.getApplicationId() != null) {
            json.put(APPLICATION_ID, value.getApplicationId());
        }
        if (!value.getAllowedOrigins().isEmpty()) {
            ArrayNode origins = json.putArray(ALLOWED_ORIGINS);
            value.getAllowedOrigins().forEach(origins::add);
        }
        if (value.getRateLimitPerSecond() != null) {
            json.put(RATE_LIMIT, value.getRateLimitPerSecond());
        }
        if (value.getMaxConversionMicros() != null) {
            json.put(MAX_CONVERSION, Money.decimalString(value.getMaxConversionMicros()));
        }
    }

    @Override
    public void encodeDerived(ApiKeyChanged value, ObjectNode json) {
        if (value.getPreviousExpiresAt() != null) {
            json.put(PREVIOUS_EXPIRES_AT, value.getPreviousExpiresAt().toString());
        }
        if (value.getPrefix() != null) {
            json.put(PREFIX, value.getPrefix());
        }
    }

    @Override
    public Set<String> derivedFields() {
        return Set.of(KEY, PREFIX, PREVIOUS_EXPIRES_AT, KeyObservation.LAST_USED_AT);
    }

    /// Without a management key an org could not be managed any more.
    @Override
    public void refuseArchival(ApiKeyChanged value, LiveCatalogue live) {
        boolean another =
                live.all(topic()).stream()
                        .anyMatch(key ->
                                key.getKind() == KeyKind.mgmt
                                        && !key.getId().equals(value.getId()));
        if (value.getKind() == KeyKind.mgmt && !another) {
            throw Problem.of(
                            Reason.LAST_KEY,
                            "This is the org's last management key: make another one first.")
                    .exception();
        }
    }
}
