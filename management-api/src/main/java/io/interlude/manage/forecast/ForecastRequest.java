package io.interlude.manage.forecast;

import io.interlude.catalogue.record.CatalogueCodec;
import io.interlude.catalogue.record.LineItemCodec;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.forecast.DraftPlay;
import io.interlude.domain.forecast.ForecastFold;
import io.interlude.domain.forecast.Period;
import io.interlude.domain.identity.LineItemId;
import io.interlude.manage.lineitem.LineItems;
import io.interlude.manage.resource.Editing;
import io.interlude.manage.resource.LiveCatalogue;
import io.interlude.manage.resource.ResourceIds;
import io.interlude.manage.resource.ResourceJson;
import io.interlude.manage.resource.WriteBody;
import io.interlude.manage.validation.Fields;
import io.interlude.manage.validation.Violations;
import io.interlude.manage.validation.Warnings;
import io.interlude.schema.LineItemChanged;
import io.interlude.schema.topic.Topics;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A forecast that is asked for.
///
/// @param draft with its campaign, and with the creatives that it has already
/// @param isNew whether no line item of this id is booked
/// @param open the time for which requests are forecast
/// @param served the part of it in which the line item is in flight
/// @param basis when the requests came that are played
/// @param fixed whether the client chose that time
/// @param warnings of fields that line items do not have
record ForecastRequest(
        Candidate draft,
        boolean isNew,
        Period open,
        Period served,
        Period basis,
        boolean fixed,
        Warnings warnings) {
    private static final String LINE_ITEM = "lineItem";
    private static final String FROM = "from";
    private static final String TO = "to";
    private static final Duration LONGEST_BASIS = Duration.ofDays(28);
    private static final Duration DEFAULT_PERIOD = Duration.ofDays(7);
    private static final Duration LONGEST_PERIOD = Duration.ofDays(366);

    /// No line item can have it.
    private static final String DRAFT_ID = "(draft)";

    /// Reads a request.
    ///
    /// @throws ProblemException as for a line item that is written; `invalid_request` for times out
    ///   of order
    static ForecastRequest read(
            WriteBody body,
            LineItems lineItems,
            LiveCatalogue live,
            OrgCatalogue booked,
            Instant now) {
        Violations violations = body.violations();
        Fields fields = Fields.of(body.json(), violations);
        fields.require(LINE_ITEM);
        Instant from = fields.instant(FROM);
        Instant to = fields.instant(TO);
        Fields draft = fields.object(LINE_ITEM);
        Draft read = draft == null ? null : Draft.read(lineItems, draft, live, now);
        fields.noteUnknown();
        violations.refuseIfAny(lineItems.refusal());
        if (read == null) {
            throw refusal(LINE_ITEM, "Give the line item to forecast.");
        }
        return of(read, live, booked, new Asked(from, to, now), violations.warnings());
    }

    private static ForecastRequest of(
            Draft draft, LiveCatalogue live, OrgCatalogue booked, Asked asked, Warnings warnings) {
        LineItem lineItem = LineItemCodec.lineItem(draft.value());
        Candidate candidate =
                live.find(Topics.CAMPAIGNS, draft.value().getCampaignId())
                        .map(CatalogueCodec::campaign)
                        .map(campaign ->
                                new Candidate(
                                        lineItem,
                                        campaign,
                                        creatives(booked, lineItem.id()),
                                        List.of()))
                        .orElseThrow(() -> refusal("lineItem.campaignId", "Give a campaign."));
        Instant start = asked.start(candidate);
        Instant end = asked.end(candidate, start);
        asked.refuseUnlessInOrder(start, end);
        Period open = new Period(start, end);
        boolean past = !end.isAfter(asked.now()) && asked.to() != null;
        return new ForecastRequest(
                candidate,
                draft.isNew(),
                open,
                past ? open : open.during(lineItem.flight()).during(candidate.campaign().flight()),
                past ? open : new Period(asked.now().minus(LONGEST_BASIS), asked.now()),
                past,
                warnings);
    }

    private static List<CreativeVersion> creatives(OrgCatalogue booked, LineItemId id) {
        return booked.lineItem(id).map(Candidate::creatives).orElse(List.of());
    }

    /// Whether nothing is left of its flight.
    boolean isOver() {
        return !served.from().isBefore(served.to());
    }

    /// Sums the requests of the basis.
    ForecastFold fold(OrgCatalogue booked) {
        return new ForecastFold(new DraftPlay(booked, draft, open), basis);
    }

    private static ProblemException refusal(String field, String description) {
        return Problem.ofField(Reason.INVALID_REQUEST, field, description).exception();
    }

    /// The times of a request.
    private record Asked(@Nullable Instant from, @Nullable Instant to, Instant now) {
        void refuseUnlessInOrder(Instant start, Instant end) {
            if (from == null && to == null) {
                return;
            }
            if (!start.isBefore(end)) {
                throw refusal(FROM, "from must be earlier than to.");
            }
            if (Duration.between(start, end).compareTo(LONGEST_PERIOD) > 0) {
                throw refusal(
                        FROM,
                        "A forecast covers at most %d days: narrow from and to."
                                .formatted(LONGEST_PERIOD.toDays()));
            }
        }

        /// Unless told: now, or when the flight starts if that is later; of a time in the past, as
        /// long before its end as a basis is.
        Instant start(Candidate candidate) {
            if (from != null) {
                return from;
            }
            if (to != null && !to.isAfter(now)) {
                return to.minus(LONGEST_BASIS);
            }
            Instant start =
                    new Period(now, Instant.MAX).during(candidate.lineItem().flight()).from();
            return new Period(start, Instant.MAX).during(candidate.campaign().flight()).from();
        }

        /// Unless told: when the flight ends, or else a week later; at once if it is over.
        Instant end(Candidate candidate, Instant start) {
            if (to != null) {
                return to;
            }
            Period flown =
                    new Period(Instant.MIN, Instant.MAX)
                            .during(candidate.lineItem().flight())
                            .during(candidate.campaign().flight());
            if (flown.to().equals(Instant.MAX)) {
                return start.plus(DEFAULT_PERIOD);
            }
            return flown.to().isBefore(start) ? start : flown.to();
        }
    }

    private record Draft(LineItemChanged value, boolean isNew) {
        static Draft read(LineItems lineItems, Fields fields, LiveCatalogue live, Instant now) {
            Optional<String> chosen = ResourceIds.chosen(fields);
            LineItemChanged before =
                    chosen.flatMap(id -> live.find(Topics.LINE_ITEMS, id)).orElse(null);
            LineItemChanged value =
                    ResourceJson.read(lineItems, fields, new Editing<>(live, before, now));
            value.setId(chosen.orElse(DRAFT_ID));
            return new Draft(value, before == null);
        }
    }
}
