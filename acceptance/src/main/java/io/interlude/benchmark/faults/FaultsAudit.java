package io.interlude.benchmark.faults;

import io.interlude.benchmark.faults.JournalReading.Placed;
import io.interlude.benchmark.faults.Sent.ClientOutcome;
import io.interlude.benchmark.faults.Sent.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Holds the journal against the answers: what was promised is there once, what was refused or
/// never sent is not, what was not answered is there at most once, and nothing else is.
public final class FaultsAudit {
    private static final int NAMED = 5;

    private final Kind kind;
    private final List<Sent> sent;
    private final Map<String, List<Placed>> identityToPlaced;
    private final List<String> violations = new ArrayList<>();
    private final Result result = new Result();

    private FaultsAudit(Kind kind, Collection<Sent> all, List<Placed> placed) {
        this.kind = kind;
        this.sent = all.stream().filter(request -> request.kind() == kind).toList();
        this.identityToPlaced = placed.stream().collect(Collectors.groupingBy(Placed::identity));
        result.placed = placed.size();
    }

    /// Compares the records of a topic with what was sent.
    ///
    /// @param placed every record of the kind's topic
    public static Result of(Kind kind, Collection<Sent> all, List<Placed> placed) {
        return of(kind, all, placed, true);
    }

    /// Compares the records of a topic with what was sent.
    ///
    /// @param inOrder true if the events of a fetch keep their order: those of several instances
    ///   need not
    public static Result of(Kind kind, Collection<Sent> all, List<Placed> placed, boolean inOrder) {
        FaultsAudit audit = new FaultsAudit(kind, all, placed);
        Set<String> known = new HashSet<>();
        for (Sent request : audit.sent) {
            audit.see(request);
            known.add(request.identity());
        }
        audit.seeStrangers(known, placed);
        audit.seeEventIds(placed);
        if (kind == Kind.EVENT && inOrder) {
            audit.seeOrder();
        }
        audit.result.violations = audit.violations;
        return audit.result;
    }

    private void see(Sent request) {
        List<Placed> found = identityToPlaced.getOrDefault(request.identity(), List.of());
        switch (request.outcome()) {
            case ACCEPTED -> seeAccepted(request, found);
            case UNANSWERED, UNPROMISED -> seeOpen(request, found);
            case REFUSED, NOTHING -> seeRefused(request, found);
            case NOT_SENT -> {
                result.notSent++;
                if (kind != Kind.FETCH && !found.isEmpty()) {
                    violate("was never sent and is there", request.identity());
                }
            }
        }
    }

    /// May be there, once.
    private void seeOpen(Sent request, List<Placed> found) {
        result.unanswered++;
        result.unansweredPlaced += found.size();
        if (found.size() > 1) {
            twice(request, found);
        }
    }

    private void seeAccepted(Sent request, List<Placed> found) {
        result.accepted++;
        if (found.isEmpty()) {
            result.missing++;
            violate("was accepted and is missing", request.identity());
        } else if (found.size() > 1) {
            twice(request, found);
        } else if (!request.eventId().isEmpty()
                && !request.eventId().equals(found.getFirst().eventId())) {
            violate("is there under another event id", request.identity());
        }
    }

    private void seeRefused(Sent request, List<Placed> found) {
        result.refused++;
        if (kind != Kind.FETCH && !found.isEmpty()) {
            result.refusedPlaced++;
            violate("was refused and is there", request.identity());
        }
    }

    private void twice(Sent request, List<Placed> found) {
        result.twice++;
        violate("is there " + found.size() + " times: " + found, request.identity());
    }

    /// A fetch without an answer has no id that we know: there may be as many as were not answered.
    private void seeStrangers(Set<String> known, List<Placed> placed) {
        List<Placed> strangers =
                placed.stream().filter(record -> !known.contains(record.identity())).toList();
        result.strangers = strangers.size();
        if (kind == Kind.FETCH) {
            result.unansweredPlaced = strangers.size();
            if (strangers.size() > result.unanswered) {
                violate("more than were not answered: " + strangers.size(), "strangers");
            }
            result.strangers = Math.max(0, strangers.size() - result.unanswered);
        } else {
            strangers.forEach(record -> violate("was never asked for", record.toString()));
        }
    }

    private void seeEventIds(List<Placed> placed) {
        Set<String> ids = new HashSet<>();
        for (Placed record : placed) {
            if (!ids.add(record.eventId())) {
                violate("has an event id that was there before", record.toString());
            }
        }
    }

    /// Of one fetch's events, what was answered before another was sent lies before it.
    private void seeOrder() {
        Map<String, List<Sent>> fetchIdToEvents = new HashMap<>();
        for (Sent event : sent) {
            if (event.outcome() == ClientOutcome.ACCEPTED) {
                fetchIdToEvents.computeIfAbsent(event.fetchId(), _ -> new ArrayList<>()).add(event);
            }
        }
        fetchIdToEvents.values().forEach(this::seeOrder);
    }

    private void seeOrder(List<Sent> events) {
        List<Sent> byAnswer =
                events.stream().sorted(Comparator.comparingLong(Sent::answeredNanos)).toList();
        int next = 0;
        long highest = -1;
        for (Sent event :
                events.stream().sorted(Comparator.comparingLong(Sent::sentNanos)).toList()) {
            while (byAnswer.get(next).answeredNanos() < event.sentNanos()) {
                highest = Math.max(highest, offset(byAnswer.get(next++)));
            }
            long own = offset(event);
            if (own >= 0 && own < highest) {
                result.outOfOrder++;
                violate("lies before what was accepted earlier", event.identity());
            }
        }
    }

    private long offset(Sent event) {
        List<Placed> found = identityToPlaced.getOrDefault(event.identity(), List.of());
        return found.isEmpty() ? -1 : found.getFirst().offset();
    }

    private void violate(String what, String identity) {
        result.violationCount++;
        if (violations.size() < NAMED) {
            violations.add(kind + " " + identity + " " + what);
        }
    }

    /// The findings.
    public static final class Result {
        int accepted;
        int refused;
        int notSent;
        int unanswered;
        int placed;
        int missing;
        int twice;
        int refusedPlaced;
        int unansweredPlaced;
        int strangers;
        int outOfOrder;
        int violationCount;
        public List<String> violations = List.of();
    }
}
