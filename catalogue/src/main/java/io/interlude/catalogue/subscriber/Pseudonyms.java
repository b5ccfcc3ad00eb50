package io.interlude.catalogue.subscriber;

import io.interlude.domain.identity.ConversationId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.identity.SubscriberId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Makes pseudonyms of subscribers. Safe for use by many threads; never waits.
public interface Pseudonyms {
    /// The pseudonym of one of the org's subscribers; empty while the org's keys are not known.
    /// Then nothing may be written that names the subscriber, and nothing is known of them.
    Optional<Subscriber> of(OrgId orgId, SubscriberId id);

    /// The pseudonym of something of the subscriber's, by its name; empty as [#of].
    Optional<Subscriber> of(OrgId orgId, SubscriberId id, String name);

    /// The pseudonym of a conversation, one with each subscriber and one without any. It cannot be
    /// made again once the conversation or the subscriber was erased. Empty as [#of].
    default Optional<Subscriber> of(
            OrgId orgId, @Nullable SubscriberId subscriber, ConversationId id) {
        Optional<Subscriber> own = of(orgId, id.asSubscriber());
        return subscriber == null
                ? own
                : own.flatMap(conversation -> of(orgId, subscriber, conversation.value()));
    }
}
