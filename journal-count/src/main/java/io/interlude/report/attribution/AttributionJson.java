package io.interlude.report.attribution;

import io.interlude.catalogue.key.Actor;
import io.interlude.catalogue.record.Violation;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.json.Json;
import io.interlude.report.attribution.AttributionRules.GoalChange;
import io.interlude.schema.AttributionRecorded;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Versions of attribution as clients write and see them, and as their topic has them.
final class AttributionJson {
    private static final String ID = "id";
    private static final String NAME = "name";
    private static final String OVERRIDES = "overrides";
    private static final String COUNT = "count";
    private static final String CLICK_WINDOW = "clickWindow";
    private static final String VIEW_WINDOW = "viewWindow";
    private static final Pattern ID_FORM = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");
    private static final int MOST_NAME_CHARACTERS = 200;
    private static final int MOST_GOALS = 100;

    /// Conversions are kept as facts for as long.
    private static final Duration LONGEST_WINDOW = Duration.ofDays(400);

    private AttributionJson() {}

    /// A version that a request asks for.
    ///
    /// @param ignored fields of the request that are none of it
    record Asked(Attribution attribution, List<Violation> ignored) {
        /// The answer, with a warning of each of them.
        Map<String, Object> answer(Map<String, Object> body) {
            if (ignored.isEmpty()) {
                return body;
            }
            Map<String, Object> answer = new LinkedHashMap<>(body);
            answer.put(
                    "warnings",
                    ignored.stream()
                            .map(field ->
                                    Map.of(
                                            "path",
                                            field.path(),
                                            "message",
                                            "Ignored: there is no such field here."))
                            .toList());
            return answer;
        }
    }

    /// The version that a request asks for.
    ///
    /// @param strict whether a field that is none of it is a broken rule
    /// @param isGoal whether the org has a conversion goal of the id
    /// @throws ProblemException `invalid_request` for a body of the wrong shape, `invalid_resource`
    ///   with all violations for one that breaks a rule
    static Asked read(
            ObjectNode body,
            boolean strict,
            OrgId orgId,
            Predicate<String> isGoal,
            Instant now,
            @Nullable String changedBy) {
        Reading reading = new Reading();
        String id = reading.text(body, "", ID);
        String name = reading.text(body, "", NAME);
        if (!ID_FORM.matcher(id).matches()) {
            reading.broken(
                    ID,
                    "id_form",
                    "Give 1 to 64 lowercase letters, digits, - and _, a letter or digit first.");
        }
        if (name.isBlank() || name.length() > MOST_NAME_CHARACTERS) {
            reading.broken(NAME, "length", "Give 1 to 200 characters.");
        }
        reading.know(body, "", Set.of(ID, NAME, OVERRIDES));
        AttributionRules rules = reading.rules(body.get(OVERRIDES), isGoal);
        if (strict) {
            reading.violations.addAll(reading.unknown);
        }
        reading.refuseIfAny();
        return new Asked(new Attribution(orgId, id, name, rules, now, changedBy), reading.unknown);
    }

    static AttributionRecorded record(Attribution attribution) {
        return AttributionRecorded.newBuilder()
                .setOrgId(attribution.orgId().value())
                .setAttributionId(attribution.id())
                .setName(attribution.name())
                .setOverrides(Json.MAPPER.writeValueAsString(overrides(attribution.rules())))
                .setStartedAt(attribution.startedAt())
                .setChangedBy(attribution.changedBy())
                .build();
    }

    static Attribution read(AttributionRecorded record) {
        Reading reading = new Reading();
        AttributionRules rules =
                reading.rules(Json.MAPPER.readTree(record.getOverrides()), _ -> true);
        return new Attribution(
                new OrgId(record.getOrgId()),
                record.getAttributionId(),
                record.getName(),
                rules,
                record.getStartedAt(),
                record.getChangedBy());
    }

    /// The version as clients see it.
    static Map<String, Object> of(
            Attribution attribution, AttributionStatus status, double progress) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put(ID, attribution.id());
        body.put(NAME, attribution.name());
        body.put(OVERRIDES, overrides(attribution.rules()));
        body.put("status", status.wireName());
        body.put("progress", status == AttributionStatus.CURRENT ? 1.0 : progress);
        body.put("startedAt", attribution.startedAt().toString());
        String changedBy = attribution.changedBy();
        if (changedBy != null) {
            body.put("changedBy", Actor.id(changedBy));
        }
        return body;
    }

    private static Map<String, Object> overrides(AttributionRules rules) {
        Map<String, Object> overrides = new TreeMap<>();
        rules.goalToChange()
                .forEach((goal, change) -> {
                    Map<String, Object> written = new LinkedHashMap<>();
                    Boolean every = change.every();
                    if (every != null) {
                        written.put(COUNT, every ? "every" : "one");
                    }
                    put(written, CLICK_WINDOW, change.clickWindow());
                    put(written, VIEW_WINDOW, change.viewWindow());
                    overrides.put(goal, written);
                });
        return overrides;
    }

    /// Whole days as days, as people write them.
    private static void put(Map<String, Object> written, String name, @Nullable Duration window) {
        if (window != null) {
            long days = window.toDays();
            written.put(
                    name,
                    days > 0 && window.equals(Duration.ofDays(days))
                            ? "P" + days + "D"
                            : window.toString());
        }
    }

    /// One body, and what is wrong with it.
    private static final class Reading {
        private final List<Violation> violations = new ArrayList<>();
        private final List<Violation> unknown = new ArrayList<>();

        void broken(String path, String rule, String message) {
            if (violations.stream().noneMatch(known -> known.path().equals(path))) {
                violations.add(new Violation(path, rule, message));
            }
        }

        void know(JsonNode of, String path, Set<String> names) {
            for (String name : of.propertyNames()) {
                if (!names.contains(name)) {
                    unknown.add(
                            new Violation(
                                    path + name,
                                    "unknown_field",
                                    "Leave it out: there is no such field here."));
                }
            }
        }

        /// The text; empty for none.
        String text(JsonNode of, String path, String name) {
            @Nullable JsonNode value = of.get(name);
            if (value == null || value.isNull()) {
                broken(path + name, "required", "Add this field.");
                return "";
            }
            if (!value.isString()) {
                broken(path + name, "type", "Give a string.");
                return "";
            }
            return value.asString();
        }

        AttributionRules rules(@Nullable JsonNode overrides, Predicate<String> isGoal) {
            if (overrides == null || overrides.isNull()) {
                return AttributionRules.BOOKED;
            }
            if (!overrides.isObject()) {
                broken(OVERRIDES, "type", "Give an object.");
                return AttributionRules.BOOKED;
            }
            if (overrides.size() > MOST_GOALS) {
                broken(OVERRIDES, "length", "Name at most %d goals.".formatted(MOST_GOALS));
                return AttributionRules.BOOKED;
            }
            Map<String, GoalChange> goalToChange = new TreeMap<>();
            overrides.forEachEntry((goal, change) -> {
                String path = OVERRIDES + '.' + goal;
                if (!isGoal.test(goal)) {
                    broken(path, "unknown_goal", "Name a conversion goal of the org.");
                } else if (!change.isObject()) {
                    broken(path, "type", "Give an object.");
                } else {
                    goalToChange.put(goal, change(change, path + '.'));
                }
            });
            return new AttributionRules(goalToChange);
        }

        private GoalChange change(JsonNode change, String path) {
            know(change, path, Set.of(COUNT, CLICK_WINDOW, VIEW_WINDOW));
            return new GoalChange(
                    every(change, path),
                    window(change, path, CLICK_WINDOW),
                    window(change, path, VIEW_WINDOW));
        }

        private @Nullable Boolean every(JsonNode change, String path) {
            if (!change.has(COUNT)) {
                return null;
            }
            return switch (text(change, path, COUNT)) {
                case "every" -> true;
                case "one" -> false;
                default -> {
                    broken(path + COUNT, "choice", "Give one or every.");
                    yield null;
                }
            };
        }

        private @Nullable Duration window(JsonNode change, String path, String name) {
            if (!change.has(name)) {
                return null;
            }
            try {
                Duration window = Duration.parse(text(change, path, name));
                if (!window.isNegative() && window.compareTo(LONGEST_WINDOW) <= 0) {
                    return window;
                }
                broken(path + name, "range", "Give a duration of 0 to 400 days.");
            } catch (DateTimeException _) {
                broken(path + name, "duration", "Give an ISO-8601 duration such as P30D.");
            }
            return null;
        }

        void refuseIfAny() {
            if (violations.isEmpty()) {
                return;
            }
            Violation first =
                    violations.stream()
                            .filter(Reading::isOfShape)
                            .findFirst()
                            .orElse(violations.getFirst());
            Problem problem =
                    Problem.ofField(
                            isOfShape(first) ? Reason.INVALID_REQUEST : Reason.INVALID_RESOURCE,
                            first.path(),
                            first.path() + ": " + first.message());
            throw problem.withField("violations", List.copyOf(violations)).exception();
        }

        private static boolean isOfShape(Violation violation) {
            return violation.rule().equals("required") || violation.rule().equals("type");
        }
    }
}
