package io.interlude.fetch.handover;

import io.interlude.journal.append.Journal;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.schema.topic.Topics;
import io.interlude.state.query.FrequencyQuery;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;

/// Takes subscribers over by reading the end of the journal.
public final class JournalHandover implements Handover {
    private final KafkaJournalTail tail;

    /// @param applicationId the aggregator's, whose commits tell where the end begins
    public JournalHandover(
            KafkaClients clients,
            String applicationId,
            InstantSource clock,
            MeterRegistry registry) {
        tail =
                new KafkaJournalTail(
                        clients::tailConsumer,
                        new AdminJournalEnds(clients.admin(), applicationId),
                        clients.deserializer(),
                        clock,
                        registry);
    }

    @Override
    public FrequencyQuery over(FrequencyQuery query, Journal journal) {
        return new MovedSubscribers(
                query, tail, partition -> journal.isFlowing(Topics.FETCHES, partition));
    }

    @Override
    public void start() {
        tail.start();
    }

    @Override
    public void close() {
        tail.close();
    }
}
