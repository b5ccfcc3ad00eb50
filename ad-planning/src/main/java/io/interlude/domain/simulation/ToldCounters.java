package io.interlude.domain.simulation;

import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.conversation.AdLoad;
import io.interlude.domain.conversation.ConversationCounters;
import io.interlude.domain.explain.ConversationRead;
import io.interlude.domain.explain.FrequencyReading;
import io.interlude.domain.explain.Recompute;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.PreparedLineItem;
import io.interlude.domain.rotation.RotationMode;
import io.interlude.domain.selection.SelectionVerdict;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The counters that a record tells of: those that it does not have were at nothing, even if
/// fetches were served that advanced them, since these may have been taken back. For one request.
final class ToldCounters {
    private final SimulatedRequest request;
    private final RecordedDecision recorded;
    private @Nullable Set<CounterKey> ofCaps;

    ToldCounters(SimulatedRequest request) {
        this.request = request;
        this.recorded = request.decision();
    }

    /// Whether a counter of a cap, of a sequence or of an ad load is told.
    boolean has(CounterKey key) {
        return ofCaps().contains(key) || isOfAdLoad(key);
    }

    private Set<CounterKey> ofCaps() {
        Set<CounterKey> known = ofCaps;
        if (known == null) {
            known = new HashSet<>();
            for (SelectionVerdict verdict : recorded.verdicts()) {
                if (verdict.reachedItsCaps()) {
                    addTo(known, verdict);
                }
            }
            ofCaps = known;
        }
        return known;
    }

    private void addTo(Set<CounterKey> keys, SelectionVerdict verdict) {
        PreparedLineItem item = request.then().item(verdict.lineItemId()).orElse(null);
        if (item == null) {
            return;
        }
        if (recorded.state().frequency() == FrequencyReading.COUNTED) {
            item.caps().forEach(cap -> keys.add(key(cap, item)));
            if (!item.creativeCaps().isEmpty()) {
                for (CreativeVersion creative : item.creatives(recorded.format())) {
                    keys.add(new CounterKey(CapScope.CREATIVE, creative.id().value()));
                }
            }
            if (verdict.brokenRule() == null
                    && item.lineItem().rotation().mode() == RotationMode.SEQUENTIAL) {
                keys.add(new CounterKey(CapScope.LINE_ITEM, verdict.lineItemId().value()));
            }
        }
        String conversation = countedConversation();
        if (conversation != null && !item.conversationCaps().isEmpty()) {
            keys.add(
                    new CounterKey(
                            CapScope.CONVERSATION,
                            ConversationCounters.ofLineItem(conversation, verdict.lineItemId())));
        }
    }

    private CounterKey key(FrequencyCap cap, PreparedLineItem item) {
        String id =
                switch (cap.scope()) {
                    case LINE_ITEM -> item.lineItem().id().value();
                    case CAMPAIGN -> item.campaign().id().value();
                    case AD_UNIT -> recorded.adUnitId().value();
                    case ADVERTISER -> item.advertiser().key();
                    case CREATIVE, CONVERSATION, HIDDEN ->
                            throw new IllegalArgumentException("not the line item's alone: " + cap);
                };
        return new CounterKey(cap.scope(), id);
    }

    private @Nullable String countedConversation() {
        ConversationRead conversation = recorded.state().conversation();
        return conversation.frequency() == FrequencyReading.COUNTED
                ? conversation.conversation()
                : null;
    }

    /// A record has what its ad load needed of the conversation. Another one may need more.
    private boolean isOfAdLoad(CounterKey key) {
        String conversation = countedConversation();
        if (key.scope() != CapScope.CONVERSATION
                || conversation == null
                || !key.id().startsWith(conversation)
                || ConversationCounters.lineItem(conversation, key.id()) != null) {
            return false;
        }
        AdLoad load = adLoad(request.then());
        return load.needsCounters()
                && (key.id().equals(conversation) || load.equals(adLoad(request.changed())));
    }

    private AdLoad adLoad(PreparedCatalogue catalogue) {
        AdUnit adUnit = Recompute.adUnit(recorded, catalogue.source());
        return catalogue.source().adLoad(adUnit, recorded.applicationId());
    }
}
