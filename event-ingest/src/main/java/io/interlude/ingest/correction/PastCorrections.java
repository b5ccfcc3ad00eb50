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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
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

    /// What the set holds of an event: its id, and an entry.
    private static final int EVENT_BYTES = 128;

    /// What is held of a correction beside that: its texts above all.
    private static final int CORRECTION_BYTES = 2_048;

    /// Memory is taken for so many events at a time.
    private static final int EVENTS_AT_ONCE = 1_000;

    private static final Comparator<Place> NEWEST_FIRST =
            Comparator.comparing(Place::correctedAt).thenComparing(Place::correctionId).reversed();

    private final EventSearch journal;

    PastCorrections(EventSearch journal) {
        this.journal = journal;
    }

    /// One correction.
    ///
    /// @param changedBy the key or person that made it, see [Actor]
    /// @param eventIds the events that it took back; one that was written twice counts once
    private record Past(String reason, @Nullable String changedBy, Set<String> eventIds) {}

    /// Those of the page, and one more.
    private static final class Newest {
        private final Wanted wanted;
        private final LongConsumer memory;
        private final NavigableMap<Place, Past> kept = new TreeMap<>(NEWEST_FIRST);
        private int events;
        private int eventsTold;

        private Newest(Wanted wanted, LongConsumer memory) {
            this.wanted = wanted;
            this.memory = memory;
            memory.accept((wanted.limit() + 1L) * CORRECTION_BYTES);
        }

        private void add(CorrectionRecorded correction) {
            Place place = new Place(correction.getReceivedAt(), correction.getCorrectionId());
            boolean afterCursor =
                    wanted.after()
                            .map(after -> NEWEST_FIRST.compare(after, place) < 0)
                            .orElse(true);
            if (!afterCursor) {
                return;
            }
            Past past =
                    kept.computeIfAbsent(
                            place,
                            _ ->
                                    new Past(
                                            correction.getReason(),
                                            correction.getKeyId(),
                                            new HashSet<>()));
            if (past.eventIds().add(correction.getCorrectedEventId())) {
                events++;
            }
            if (kept.size() > wanted.limit() + 1) {
                events -= kept.pollLastEntry().getValue().eventIds().size();
            }
            if (events > eventsTold) {
                memory.accept((long) EVENTS_AT_ONCE * EVENT_BYTES);
                eventsTold += EVENTS_AT_ONCE;
            }
        }

        private Map<String, Object> page() {
            Map<String, Object> page = new LinkedHashMap<>();
            List<Object> items = new ArrayList<>();
            page.put("items", items);
            if (kept.size() > wanted.limit()) {
                kept.pollLastEntry();
                page.put("nextCursor", Place.cursor(kept.lastKey()));
            }
            kept.forEach((place, past) -> items.add(item(place, past)));
            return page;
        }
    }

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

        private static String cursor(Place place) {
            String text = place.correctedAt().toEpochMilli() + " " + place.correctionId();
            return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
        }
    }

    /// `{items, nextCursor?}`.
    ///
    /// @param memory is told of bytes before they are filled; what it throws fails the page
    CompletableFuture<Map<String, Object>> page(OrgId orgId, Wanted wanted, LongConsumer memory) {
        return journal.search(
                orgId,
                reading -> {
                    Newest newest = new Newest(wanted, memory);
                    reading.read(
                            List.of(Topics.CORRECTIONS),
                            Instant.EPOCH,
                            found -> {
                                if (found.event() instanceof CorrectionRecorded correction
                                        && correction.getOrderKey() == null
                                        && correction.getOrgId().equals(orgId.value())) {
                                    newest.add(correction);
                                }
                                return true;
                            });
                    return newest.page();
                });
    }

    private static Map<String, Object> item(Place place, Past past) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("correctionId", place.correctionId());
        item.put("reason", past.reason());
        item.put("correctedAt", place.correctedAt().toString());
        item.put("events", past.eventIds().size());
        if (past.changedBy() != null) {
            item.put("changedBy", Actor.id(past.changedBy()));
        }
        return item;
    }
}
