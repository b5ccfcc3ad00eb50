package io.interlude.journal.decision;

import io.interlude.domain.context.TextReading;
import io.interlude.domain.explain.ContextTrace;
import io.interlude.domain.explain.ConversationRead;
import io.interlude.domain.explain.FrequencyReading;
import io.interlude.domain.explain.StateRead;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.EngagementEpoch;
import io.interlude.journal.record.CapScopeCodec;
import io.interlude.schema.EngagementBefore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The state that a decision read, as the journal has it.
final class StateCodec {
    private StateCodec() {}

    static io.interlude.schema.StateRead write(StateRead state) {
        io.interlude.schema.StateRead written = new io.interlude.schema.StateRead();
        written.setFrequency(write(state.frequency()));
        written.setCounters(state.counters().stream().map(StateCodec::write).toList());
        written.setEngagements(
                state.engagements().entrySet().stream()
                        .map(entry -> write(entry.getKey(), entry.getValue()))
                        .toList());
        written.setLostLineItems(state.lost().stream().map(LineItemId::value).sorted().toList());
        written.setDefaultMinRelevance(state.defaultMinRelevance());
        written.setSensitiveCategory(state.sensitiveCategory());
        written.setCandidateCount(state.candidateCount());
        ContextTrace context = state.context();
        if (context != null) {
            written.setRead(context.text().extent().wireName());
            written.setLanguage(context.text().language());
            written.setNeed(context.need());
            written.setEmbedder(context.embedder());
        }
        written.setChild(state.child());
        written.setConversation(state.conversation().conversation());
        written.setTurn(state.conversation().turn());
        written.setSameBreak(state.conversation().sameBreak());
        written.setConversationFrequency(conversationFrequency(state.conversation()));
        written.setHeldOut(state.heldOut().stream().map(LineItemId::value).toList());
        return written;
    }

    /// Beside the record's bits of consent, `unreadable` says that it was withheld.
    private static io.interlude.schema.@Nullable FrequencyReading conversationFrequency(
            ConversationRead read) {
        if (read.withheld()) {
            return io.interlude.schema.FrequencyReading.unreadable;
        }
        return read.frequency() == FrequencyReading.NOT_READ ? null : write(read.frequency());
    }

    private static io.interlude.schema.FrequencyReading write(FrequencyReading reading) {
        return switch (reading) {
            case NOT_READ -> io.interlude.schema.FrequencyReading.not_read;
            case UNREADABLE -> io.interlude.schema.FrequencyReading.unreadable;
            case UNREADABLE_HIDES -> io.interlude.schema.FrequencyReading.unreadable_hides;
            case COUNTED -> io.interlude.schema.FrequencyReading.counted;
        };
    }

    private static FrequencyReading read(io.interlude.schema.FrequencyReading written) {
        return switch (written) {
            case not_read -> FrequencyReading.NOT_READ;
            case unreadable -> FrequencyReading.UNREADABLE;
            case unreadable_hides -> FrequencyReading.UNREADABLE_HIDES;
            case counted -> FrequencyReading.COUNTED;
            case UNKNOWN -> throw new IllegalArgumentException("unknown reading");
        };
    }

    private static io.interlude.schema.FrequencyCounter write(FrequencyCounter counter) {
        io.interlude.schema.FrequencyCounter written = new io.interlude.schema.FrequencyCounter();
        written.setScope(CapScopeCodec.write(counter.scope()));
        written.setId(counter.id());
        written.setLifetime(counter.lifetime());
        written.setTimes(counter.times());
        return written;
    }

    private static EngagementBefore write(CreativeId id, Engagement engagement) {
        return new EngagementBefore(
                id.value(),
                engagement.fetches(),
                engagement.lastServed(),
                engagement.lastEngaged(),
                engagement.epochs().stream().map(StateCodec::write).toList());
    }

    private static io.interlude.schema.EngagementEpoch write(EngagementEpoch epoch) {
        return new io.interlude.schema.EngagementEpoch(
                epoch.epoch(), epoch.fetches(), epoch.engagedFetches());
    }

    /// @param consentWithheld what the record tells of it
    static StateRead read(io.interlude.schema.StateRead written, boolean consentWithheld) {
        return new StateRead(
                read(written.getFrequency()),
                written.getCounters().stream().map(StateCodec::read).toList(),
                engagements(written.getEngagements()),
                written.getLostLineItems().stream()
                        .map(LineItemId::new)
                        .collect(Collectors.toUnmodifiableSet()),
                written.getDefaultMinRelevance(),
                written.getSensitiveCategory(),
                context(written),
                written.getChild(),
                conversation(written, consentWithheld),
                written.getHeldOut().stream().map(LineItemId::new).toList(),
                written.getCandidateCount());
    }

    /// Records of versions before took no notice of a conversation that was withheld.
    private static ConversationRead conversation(
            io.interlude.schema.StateRead written, boolean consentWithheld) {
        io.interlude.schema.FrequencyReading reading = written.getConversationFrequency();
        boolean withheld = consentWithheld && reading != null;
        return new ConversationRead(
                written.getConversation(),
                written.getTurn(),
                written.getSameBreak(),
                withheld,
                withheld || reading == null ? FrequencyReading.NOT_READ : read(reading));
    }

    private static @Nullable ContextTrace context(io.interlude.schema.StateRead written) {
        String read = written.getRead();
        return read == null
                ? null
                : new ContextTrace(
                        new TextReading(TextReading.Extent.of(read), written.getLanguage()),
                        written.getNeed(),
                        written.getEmbedder());
    }

    private static Map<CreativeId, Engagement> engagements(List<EngagementBefore> written) {
        Map<CreativeId, Engagement> engagements = new HashMap<>();
        for (EngagementBefore one : written) {
            engagements.put(
                    new CreativeId(one.getCreativeId()),
                    new Engagement(
                            one.getFetches(),
                            one.getLastServed(),
                            one.getLastEngaged(),
                            one.getEpochs().stream().map(StateCodec::read).toList()));
        }
        return engagements;
    }

    private static EngagementEpoch read(io.interlude.schema.EngagementEpoch written) {
        return new EngagementEpoch(
                written.getEpoch(), written.getFetches(), written.getEngagedFetches());
    }

    private static FrequencyCounter read(io.interlude.schema.FrequencyCounter written) {
        return new FrequencyCounter(
                CapScopeCodec.read(written.getScope()),
                written.getId(),
                written.getLifetime(),
                written.getTimes());
    }
}
