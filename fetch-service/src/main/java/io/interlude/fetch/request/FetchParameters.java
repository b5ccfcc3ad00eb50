package io.interlude.fetch.request;

import io.interlude.catalogue.key.ApiKeys;
import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.identity.ConversationId;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.fetch.consent.Consent;
import io.interlude.fetch.consent.ConsentStrings;
import io.interlude.fetch.context.ConversationContext;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads a fetch request out of its query and body. A parameter in the body wins over the same one
/// in the query; null and the empty text stand for absence.
public final class FetchParameters {
    private static final String FLOW = "Flow";
    private static final String INCLUDE = "include";
    private static final String CONVERSATION = "conversation";
    private static final String TURN = "turn";
    private static final int LARGEST_TURN = 999_999;
    private static final Pattern TURN_NUMBER = Pattern.compile("\\d{1,6}");
    private static final Pattern DIGIT = Pattern.compile("[0-9]");

    private final MultiValueMap<String, String> query;
    private final ObjectNode body;

    private FetchParameters(MultiValueMap<String, String> query, ObjectNode body) {
        this.query = query;
        this.body = body;
    }

    /// Reads the parameters of a fetch.
    ///
    /// @param debugHeader value of the header `X-Neutral-Debug`
    /// @throws ProblemException `invalid_request` or `invalid_format`
    public static FetchRequest read(
            MultiValueMap<String, String> query, ObjectNode body, @Nullable String debugHeader) {
        return new FetchParameters(query, body).read(debugHeader);
    }

    private FetchRequest read(@Nullable String debugHeader) {
        FetchRequest request = parameters(debugHeader);
        if (request.count() > 1 && request.format() == AdFormat.FLOW) {
            throw invalidFormat("adFormat", "Flows come one at a time: leave count out.");
        }
        return request;
    }

    private FetchRequest parameters(@Nullable String debugHeader) {
        String adUnit = text("adUnit");
        String moment = text("moment");
        Consent consent = consent();
        String subscriber = text("subscriber");
        ConversationId conversation = conversation();
        ConversationContext context = context().orElse(null);
        return new FetchRequest(
                adUnit == null ? moment : adUnit,
                format(text("format"), text("adFormat")),
                subscriber == null || consent.withheld()
                        ? null
                        : new SubscriberId(ApiKeys.redacted(subscriber)),
                AttributeParameters.read(query, body.get("attributes")),
                context,
                consent.withheld() ? null : conversation,
                turn(context),
                flag("sensitive"),
                flag("child"),
                consent,
                count(),
                isTest(),
                "1".equals(query.getFirst("debug")) || "1".equals(debugHeader),
                include());
    }

    /// An array of the body; of the query words between commas.
    private Set<Include> include() {
        JsonNode value = body.get(INCLUDE);
        Set<Include> include = EnumSet.noneOf(Include.class);
        if (isAbsent(value)) {
            String text = emptyToNull(query.getFirst(INCLUDE));
            if (text != null) {
                for (String word : text.split(",", -1)) {
                    include.add(Include.of(word.strip()).orElseThrow(FetchParameters::noInclude));
                }
            }
            return include;
        }
        if (!value.isArray()) {
            throw noInclude();
        }
        for (JsonNode word : value) {
            if (!word.isString()) {
                throw noInclude();
            }
            include.add(Include.of(word.stringValue()).orElseThrow(FetchParameters::noInclude));
        }
        return include;
    }

    private static ProblemException noInclude() {
        return Problem.ofField(
                        Reason.INVALID_REQUEST,
                        INCLUDE,
                        "Send include as an array of price, expectedValue, relevance, advertiser"
                                + " and why.")
                .exception();
    }

    private @Nullable ConversationId conversation() {
        String id = text(CONVERSATION);
        if (id == null) {
            return null;
        }
        if (id.codePointCount(0, id.length()) > ConversationId.LARGEST_CHARACTERS) {
            throw invalid(
                    CONVERSATION,
                    "Send conversation with at most "
                            + ConversationId.LARGEST_CHARACTERS
                            + " characters.");
        }
        return new ConversationId(ApiKeys.redacted(id));
    }

    /// As it was sent, else as many as the context has turns of the user; null without both.
    private @Nullable Integer turn(@Nullable ConversationContext context) {
        JsonNode value = body.get(TURN);
        if (isAbsent(value)) {
            String text = emptyToNull(query.getFirst(TURN));
            if (text == null) {
                return context == null ? null : (Integer) context.userTurns();
            }
            if (!TURN_NUMBER.matcher(text).matches()) {
                throw noTurn();
            }
            return Integer.valueOf(text);
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToInt()
                || value.intValue() < 0
                || value.intValue() > LARGEST_TURN) {
            throw noTurn();
        }
        return value.intValue();
    }

    private static ProblemException noTurn() {
        return invalid(TURN, "Send turn as a whole number from 0 to " + LARGEST_TURN + ".");
    }

    private static ProblemException invalid(String field, String description) {
        return Problem.ofField(Reason.INVALID_REQUEST, field, description).exception();
    }

    /// `true` or `false` of the body; of the query also `1` and `0`.
    private boolean flag(String name) {
        return Boolean.TRUE.equals(flag(body.get(name), name));
    }

    /// @param value of the body
    /// @param name of the query
    private @Nullable Boolean flag(JsonNode value, String name) {
        if (isAbsent(value)) {
            return switch (emptyToNull(query.getFirst(name))) {
                case null -> null;
                case "true", "1" -> true;
                case "false", "0" -> false;
                default -> throw noFlag(name);
            };
        }
        if (!value.isBoolean()) {
            throw noFlag(name);
        }
        return value.booleanValue();
    }

    private static ProblemException noFlag(String name) {
        return invalid(name, "Send " + name + " as true or false.");
    }

    /// A whole number; in the query its digits.
    private int count() {
        JsonNode value = body.get("count");
        String text = emptyToNull(query.getFirst("count"));
        if (isAbsent(value) && text == null) {
            return 1;
        }
        int count =
                isAbsent(value)
                        ? DIGIT.matcher(text).matches() ? Integer.parseInt(text) : 0
                        : value.isIntegralNumber() && value.canConvertToInt()
                                ? value.intValue()
                                : 0;
        if (count < 1 || count > FetchRequest.MOST_ADS) {
            throw Problem.ofField(
                            Reason.INVALID_REQUEST,
                            "count",
                            "Send count as a whole number from 1 to %d."
                                    .formatted(FetchRequest.MOST_ADS))
                    .exception();
        }
        return count;
    }

    private Consent consent() {
        JsonNode value = body.get("consent");
        if (!isAbsent(value) && !value.isObject()) {
            throw Problem.ofField(
                            Reason.INVALID_REQUEST, "consent", "Send consent as a JSON object.")
                    .exception();
        }
        JsonNode object = isAbsent(value) ? MissingNode.getInstance() : value;
        return ConsentStrings.read(
                flag(object.get("subscriber"), "consent.subscriber"),
                given(object.get("tcf"), "consent.tcf"),
                given(object.get("gpp"), "consent.gpp"));
    }

    private @Nullable String text(String name) {
        return text(body.get(name), name);
    }

    /// @param value of the body
    /// @param name of the query
    private @Nullable String text(JsonNode value, String name) {
        return emptyToNull(given(value, name));
    }

    /// The same, where an empty text says something too: an empty consent string is unreadable.
    private @Nullable String given(JsonNode value, String name) {
        if (isAbsent(value)) {
            return query.getFirst(name);
        }
        if (!value.isString()) {
            throw invalid(name, "Send " + name + " as a JSON string.");
        }
        return value.stringValue();
    }

    private static @Nullable String emptyToNull(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    private static boolean isAbsent(@Nullable JsonNode value) {
        return value == null || value.isNull();
    }

    private static AdFormat format(@Nullable String format, @Nullable String adFormat) {
        AdFormat rendered = format == null ? AdFormat.NATIVE : cardFormat(format);
        if (adFormat == null) {
            return rendered;
        }
        if (!adFormat.equals(FLOW)) {
            throw invalidFormat("adFormat", "Send adFormat as Flow, or leave it out.");
        }
        if (rendered != AdFormat.NATIVE) {
            throw invalidFormat("format", "A flow comes in the format native: leave format out.");
        }
        return AdFormat.FLOW;
    }

    private static AdFormat cardFormat(String format) {
        List<String> names = new ArrayList<>();
        for (AdFormat known : AdFormat.values()) {
            if (known.showsCard()) {
                if (known.wireName().equals(format)) {
                    return known;
                }
                names.add(known.wireName());
            }
        }
        String last = names.removeLast();
        throw invalidFormat(
                "format", "Send format as " + String.join(", ", names) + " or " + last + ".");
    }

    private static ProblemException invalidFormat(String field, String description) {
        return Problem.ofField(Reason.INVALID_FORMAT, field, description).exception();
    }

    /// A malformed context counts as none.
    private Optional<ConversationContext> context() {
        JsonNode value = body.get("context");
        if (!isAbsent(value)) {
            return ConversationContext.parse(value);
        }
        return Optional.ofNullable(query.getFirst("context"))
                .flatMap(ConversationContext::ofSummary);
    }

    private boolean isTest() {
        JsonNode value = body.get("test");
        return isAbsent(value) ? isSet(query.getFirst("test")) : isSet(value);
    }

    private static boolean isSet(JsonNode value) {
        if (value.isString()) {
            return isSet(value.stringValue());
        }
        if (value.isNumber()) {
            return value.decimalValue().signum() != 0;
        }
        return !value.isBoolean() || value.booleanValue();
    }

    private static boolean isSet(@Nullable String text) {
        return text != null && !text.isEmpty() && !text.equals("0") && !text.equals("false");
    }
}
