package io.interlude.report.rejected;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.rejected.RejectedQuery;
import io.interlude.report.journal.PageParameters;
import io.interlude.schema.EventRejected;
import io.interlude.web.refusal.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.springframework.util.MultiValueMap;

/// Reads the query string of a page of refused events.
final class RejectedQueryCodec {
    private static final Duration DEFAULT_RANGE = Duration.ofHours(24);
    private static final List<String> NAMES = List.of("from", "to", "reason", "messageId");

    private RejectedQueryCodec() {}

    /// The page of the org's refused events that is asked for.
    ///
    /// @throws ProblemException `invalid_request`, naming the parameter at fault
    static RejectedQuery read(MultiValueMap<String, String> parameters, OrgId orgId, Instant now) {
        PageParameters asked = PageParameters.of(parameters, NAMES);
        PageParameters.Range range = asked.range(to -> to.orElse(now).minus(DEFAULT_RANGE));
        return new RejectedQuery(
                orgId,
                range.from(),
                range.to(),
                filter(asked, orgId),
                asked.limit(),
                asked.cursor());
    }

    private static Predicate<EventRejected> filter(PageParameters asked, OrgId orgId) {
        String org = orgId.value();
        Set<String> reasons = Set.copyOf(asked.values("reason"));
        Set<String> messageIds = Set.copyOf(asked.values("messageId"));
        return event ->
                event.getOrgId().equals(org)
                        && (reasons.isEmpty() || reasons.contains(event.getReason()))
                        && (messageIds.isEmpty() || names(event, messageIds));
    }

    private static boolean names(EventRejected event, Set<String> messageIds) {
        String messageId = RejectedJson.messageId(event);
        return messageId != null && messageIds.contains(messageId);
    }
}
