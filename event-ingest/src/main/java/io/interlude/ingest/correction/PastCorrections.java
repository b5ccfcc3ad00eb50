package io.interlude.ingest.correction;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.catalogue.key.Actor;
import io.interlude.domain.identity.OrgId;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.topic.Topics;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/// The corrections that an org made, newest first. Each list reads all records of
/// `ads.corrections`, which are few beside the events.
final class PastCorrections {
    private static final int DEFAULT_LIMIT = 50;
    private static final int LARGEST_LIMIT = 500;
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,6}");
    private static final Pattern CURSOR = Pattern.compile("(\\d{1,15}) (.{1,64})");

    private static final Comparator<Past> NEWEST_FIRST =
            Comparator.comparing(Past::correctedAt).thenComparing(Past::correctionId).reversed();

    private final EventSearch journal;

    PastCorrections(EventSearch journal) {
        this.journal = journal;
    }

    /// One correction.
    ///
    /// @param changedBy the key or person that made it, see [Actor]
    /// @param eventIds the events that it took back; one that was written twice counts once
    private record Past(
            String correctionId,
            String reason,
            Instant correctedAt,
            @Nullable String changedBy,
            Set<String> eventIds) {}

    /// The requested page.
    ///
    /// @param after the last correction of the page before
    record Wanted(int limit, Optional<Place> after) {
        /// Reads the query parameters.
        ///
        /// @throws io.interlude.web.refusal.ProblemException `invalid_request`
        static Wanted of(MultiValueMap<String, String> parameters) {
            String limit = parameters.getFirst("limit");
            String cursor = parameters.getFirst("cursor");
            return new Wanted(
                    limit == null ? DEFAULT_LIMIT : limit(limit),
                    cursor == null ? Optional.empty() : Optional.of(Place.parse(cursor)));
        }

        private static int limit(String text) {
            int limit = DIGITS.matcher(text).matches() ? Integer.parseInt(text) : 0;
            if (limit < 1 || limit > LARGEST_LIMIT) {
                throw refused("limit", "Give a limit from 1 to " + LARGEST_LIMIT + ".");
            }
            return limit;
        }

        private static RuntimeException refused(String field, String description) {
            return Problem.ofField(Reason.INVALID_REQUEST, field, description).exception();
        }
    }

    /// The place of a correction in the list.
    record Place(Instant correctedAt, String correctionId) {
        private static Place parse(String cursor) {
            try {
                Matcher parts =
                        CURSOR.matcher(new String(Base64.getUrlDecoder().decode(cursor), UTF_8));
                if (parts.matches()) {
                    return new Place(
                            Instant.ofEpochMilli(Long.parseLong(parts.group(1))), parts.group(2));
                }
            } catch (IllegalArgumentException notBase64) {
                throw none();
            }
            throw none();
        }

        private static RuntimeException none() {
            return Wanted.refused("cursor", "Give the nextCursor of the page before.");
        }

        private boolean isBefore(Past past) {
            int order = past.correctedAt().compareTo(correctedAt);
            return order < 0 || (order == 0 && past.correctionId().compareTo(correctionId) < 0);
        }

        private static String cursor(Past past) {
            String text = past.correctedAt().toEpochMilli() + " " + past.correctionId();
            return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
        }
    }

    /// `{items, nextCursor?}`.
    CompletableFuture<Map<String, Object>> page(OrgId orgId, Wanted wanted) {
        Map<String, Past> idToPast = new HashMap<>();
        return journal.read(
                        List.of(Topics.CORRECTIONS),
                        Instant.EPOCH,
                        found -> {
                            if (found.event() instanceof CorrectionRecorded correction
                                    && correction.getOrderKey() == null
                                    && correction.getOrgId().equals(orgId.value())) {
                                idToPast.computeIfAbsent(
                                                correction.getCorrectionId(),
                                                id -> begun(id, correction))
                                        .eventIds()
                                        .add(correction.getCorrectedEventId());
                            }
                            return true;
                        })
                .thenApply(_ -> page(idToPast, wanted));
    }

    private static Past begun(String correctionId, CorrectionRecorded correction) {
        return new Past(
                correctionId,
                correction.getReason(),
                correction.getReceivedAt(),
                correction.getKeyId(),
                new HashSet<>());
    }

    private static Map<String, Object> page(Map<String, Past> idToPast, Wanted wanted) {
        List<Past> fromHere =
                idToPast.values().stream()
                        .filter(past ->
                                wanted.after().map(place -> place.isBefore(past)).orElse(true))
                        .sorted(NEWEST_FIRST)
                        .limit(wanted.limit() + 1L)
                        .toList();
        List<Past> shown = fromHere.subList(0, Math.min(wanted.limit(), fromHere.size()));
        Map<String, Object> page = new LinkedHashMap<>();
        List<Object> items = new ArrayList<>();
        shown.forEach(past -> items.add(item(past)));
        page.put("items", items);
        if (shown.size() < fromHere.size()) {
            page.put("nextCursor", Place.cursor(shown.getLast()));
        }
        return page;
    }

    private static Map<String, Object> item(Past past) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("correctionId", past.correctionId());
        item.put("reason", past.reason());
        item.put("correctedAt", past.correctedAt().toString());
        item.put("events", past.eventIds().size());
        if (past.changedBy() != null) {
            item.put("changedBy", Actor.id(past.changedBy()));
        }
        return item;
    }
}
