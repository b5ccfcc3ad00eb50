package io.interlude.fetch.selection;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.context.Moment;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.selection.PreparedCatalogue;
import io.interlude.domain.selection.PreparedLineItem;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.domain.targeting.RequestAttributes;
import io.interlude.fetch.overlay.SubscriberKey;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A request for an ad, with everything that its decision reads but the subscriber's counters.
///
/// @param subscriber null without one, and while no pseudonym of them can be made
/// @param subscriberUnknown true when there is a subscriber of whom nothing can be known or
///   written, or none for want of consent
/// @param now time of the fetch, in whole milliseconds
/// @param seed seed of every random draw of the decision
/// @param test true for a fetch that takes no place in any count and is explained
/// @param besides line items that the same request has got already, and the others of their
///   advertisers
public record Ask(
        PreparedCatalogue catalogue,
        AdUnit adUnit,
        AdFormat format,
        @Nullable Subscriber subscriber,
        boolean subscriberUnknown,
        RequestAttributes attributes,
        Moment moment,
        Instant now,
        long seed,
        boolean test,
        Set<LineItemId> besides) {
    public Ask {
        requireNonNull(catalogue, "catalogue is null");
        requireNonNull(adUnit, "adUnit is null");
        besides = Set.copyOf(besides);
    }

    public OrgId orgId() {
        return catalogue.source().orgId();
    }

    /// The same request's next ad, of another advertiser.
    public Ask besides(PreparedLineItem served, long newSeed) {
        Set<LineItemId> more = new HashSet<>(besides);
        for (PreparedLineItem item : catalogue.all()) {
            if (item.campaign()
                    .advertiserName()
                    .equalsIgnoreCase(served.campaign().advertiserName())) {
                more.add(item.lineItem().id());
            }
        }
        return new Ask(
                catalogue,
                adUnit,
                format,
                subscriber,
                subscriberUnknown,
                attributes,
                moment,
                now,
                newSeed,
                test,
                more);
    }

    Optional<SubscriberKey> subscriberKey() {
        return subscriber == null
                ? Optional.empty()
                : Optional.of(new SubscriberKey(orgId(), subscriber));
    }

    boolean needsCounters() {
        return subscriber != null && catalogue.needsCounters(adUnit.code(), format);
    }

    SelectionInput input(FrequencyView frequency) {
        return new SelectionInput(
                adUnit, format, attributes, now, frequency, moment, besides, test);
    }
}
