package io.interlude.aggregate.boot;

import io.interlude.aggregate.group.GroupTopology;
import io.interlude.aggregate.query.JournalCatchUp;
import io.interlude.aggregate.serving.SampledPositions;
import io.interlude.aggregate.serving.ServedInstance;
import io.interlude.aggregate.serving.StateHandler;
import io.interlude.aggregate.state.RunningStores;
import io.interlude.aggregate.topology.AggregationTopology;
import io.interlude.aggregate.topology.FoldConfig;
import io.interlude.aggregate.topology.FoldSources;
import io.interlude.aggregate.topology.JournalDriver;
import io.interlude.aggregate.topology.RejectingHandler;
import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.domain.reach.SubscriberHash;
import io.interlude.journal.loopback.FreePorts;
import io.interlude.journal.record.AttributionWindow;
import io.interlude.state.wire.StateToken;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.server.LoopbackServer;
import io.interlude.web.settings.KafkaSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.StreamsConfig;
import org.springframework.util.unit.DataSize;

/// One instance of the aggregator with its internal API, in this process.
final class AggregatorNode implements AutoCloseable {
    static final String APPLICATION_ID = "state-test";
    static final int PARTITIONS = 2;
    private static final Duration SESSION = Duration.ofSeconds(3);
    static final SigningKeys KEYS = new SigningKeys(List.of(new byte[SigningKeys.SECRET_BYTES]));

    final URI url;
    private final int standbys;
    private final Admin admin;
    private final AggregatorStreams streams;
    private final SampledPositions positions;
    private final HttpEndpoint server;
    private final ExecutorService scans = Executors.newVirtualThreadPerTaskExecutor();

    AggregatorNode(String brokers, Path stateFolder, int standbys) throws IOException {
        this.standbys = standbys;
        int port = FreePorts.one();
        url = URI.create("http://127.0.0.1:" + port);
        KafkaSettings kafka = new KafkaSettings(brokers, null, PARTITIONS, (short) 1, Map.of());
        admin = Admin.create(kafka.connection().adminSettings());
        AdminJournalOffsets offsets = new AdminJournalOffsets(admin, APPLICATION_ID, PARTITIONS);
        JournalCatchUp catchUp = new JournalCatchUp(offsets, PARTITIONS);
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        AggregateSettings settings = settings(stateFolder, url, standbys);
        Properties properties = StreamsSettings.of(settings, kafka);
        properties.put(
                RejectingHandler.MEANS,
                new RejectingHandler.Means(
                        new JournalDriver.PlainSerdes(), new SimpleMeterRegistry()));
        properties.put(
                StreamsConfig.APPLICATION_SERVER_CONFIG,
                new AdvertisedUrl(url).applicationServer());
        RunningStores runningStores = new RunningStores();
        streams =
                new AggregatorStreams(
                        AggregationTopology.build(
                                new JournalDriver.PlainSerdes(),
                                PARTITIONS,
                                new FoldConfig(
                                        settings.parkedTimeout(),
                                        new AttributionWindow(settings.attributionWindow()),
                                        settings.flushInterval()),
                                sources(),
                                meters,
                                runningStores),
                        properties,
                        new GroupTopology(admin, kafka.connection(), APPLICATION_ID),
                        catchUp,
                        runningStores,
                        settings.closeTimeout(),
                        meters);
        positions =
                new SampledPositions(
                        APPLICATION_ID,
                        streams,
                        streams,
                        new AdminGroupView(admin, APPLICATION_ID, url));
        server =
                LoopbackServer.of(
                        port,
                        List.of(
                                StateHandler.of(
                                        new ServedInstance(
                                                url,
                                                APPLICATION_ID,
                                                PARTITIONS,
                                                streams,
                                                catchUp::caughtUp),
                                        new StateToken(KEYS),
                                        positions,
                                        streams,
                                        scans)),
                        meters);
    }

    AggregatorNode start() {
        GroupSettings.apply(admin, APPLICATION_ID, standbys, SESSION);
        streams.start();
        positions.start();
        server.start();
        return this;
    }

    boolean ready() {
        return streams.ready();
    }

    /// Answers nobody, but works on.
    void fallSilent() {
        server.stop();
    }

    /// Ends without a word to the group.
    void vanish() {
        fallSilent();
        positions.close();
        streams.stop(CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP);
    }

    @Override
    public void close() {
        server.stop();
        positions.close();
        streams.stop();
        scans.close();
        admin.close();
    }

    private static FoldSources sources() {
        return new FoldSources(
                _ -> Optional.<FlowOutline>empty(),
                new SubscriberHash(KEYS),
                _ -> Optional.of(ZoneOffset.UTC),
                InstantSource.system());
    }

    static AggregateSettings settings(Path stateFolder, URI url, int standbys) {
        return new AggregateSettings(
                APPLICATION_ID,
                stateFolder,
                1,
                Duration.ofMillis(100),
                Duration.ofMillis(100),
                DataSize.ofMegabytes(32),
                Duration.ofMinutes(1),
                Duration.ofDays(3_650),
                Duration.ofSeconds(10),
                url,
                standbys,
                null,
                Duration.ofSeconds(5));
    }
}
