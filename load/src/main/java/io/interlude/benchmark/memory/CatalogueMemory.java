package io.interlude.benchmark.memory;

import io.interlude.benchmark.selection.BookedLineItems;
import io.interlude.catalogue.key.KeyRing;
import io.interlude.catalogue.snapshot.CatalogueProjection;
import io.interlude.context.engine.ContextModels;
import io.interlude.context.engine.ContextSettings;
import io.interlude.context.engine.EmbedderKind;
import io.interlude.context.engine.InProcessContextEngine;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.schema.serde.TrustedClasses;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// The memory of a catalogue in a fetch service: heap in use after collection, step by step. Run it
/// with `benchmarks/memory`; it ends with 1 over the limit.
public final class CatalogueMemory {
    private static final int LINE_ITEMS = 10_000;
    private static final int CREATIVES = 2;
    private static final double LIMIT_MB = 200;
    private static final double BYTES_PER_MB = 1e6;
    private static final int COLLECTIONS = 4;

    private final PrintStream out;
    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();

    /// The objects that are weighed; else the collector might take them too early.
    private final List<Object> held = new ArrayList<>();

    private double beforeMb;
    private double sumMb;

    private CatalogueMemory(PrintStream out) {
        this.out = out;
    }

    /// Takes no arguments.
    public static void main(String[] args) {
        System.exit(new CatalogueMemory(System.out).run() ? 0 : 1);
    }

    private boolean run() {
        TrustedClasses.install();
        ContextModels models = ContextModels.load();
        InProcessContextEngine byTable = engine(EmbedderKind.STATIC, models);
        InProcessContextEngine byTransformer = engine(EmbedderKind.TRANSFORMER, models);
        CatalogueProjection projection =
                new CatalogueProjection(
                        InstantSource.system(), new KeyRing(), new SimpleMeterRegistry());
        out.printf("%,d line items, %d creatives each%n%n", LINE_ITEMS, CREATIVES);
        out.println("| part | heap MB |\n|---|---|");
        beforeMb = usedMb();
        held.add(projection);
        fill(projection);
        step("catalogue projection: records, snapshot, click targets");
        OrgCatalogue catalogue = projection.org(new OrgId(BookedRecords.ORG)).orElseThrow();
        held.add(PreparedCatalogue.compile(catalogue));
        step("prepared for selection: rules and indexes");
        byTable.index(catalogue).join();
        held.add(byTable);
        step("line item embeddings, static embedder");
        byTransformer.index(catalogue).join();
        held.add(byTransformer);
        step("line item embeddings, transformer");
        out.printf("| all | %.1f |%n| limit | %.0f |%n", sumMb, LIMIT_MB);
        return sumMb <= LIMIT_MB;
    }

    private static InProcessContextEngine engine(EmbedderKind kind, ContextModels models) {
        return InProcessContextEngine.load(
                new ContextSettings(kind, 1, false), models, Runnable::run);
    }

    private static void fill(CatalogueProjection projection) {
        BookedRecords records = new BookedRecords(LINE_ITEMS);
        for (int i = 0; i < LINE_ITEMS; i++) {
            if (i % BookedLineItems.LINE_ITEMS_PER_CAMPAIGN == 0) {
                int campaign = i / BookedLineItems.LINE_ITEMS_PER_CAMPAIGN;
                take(projection, Topics.CAMPAIGNS, records.campaign(campaign));
            }
            take(projection, Topics.LINE_ITEMS, records.lineItem(i));
            for (int number = 0; number < CREATIVES; number++) {
                take(projection, Topics.CREATIVES, records.creative(i, number));
            }
        }
        projection.onBatchEnd(true);
    }

    private static void take(CatalogueProjection projection, Topic<?> topic, SpecificRecord value) {
        projection.onRecord(topic, new ConsumerRecord<>(topic.name(), 0, 0, "", null), value);
    }

    private void step(String part) {
        double usedMb = usedMb();
        out.printf("| %s | %.1f |%n", part, usedMb - beforeMb);
        sumMb += usedMb - beforeMb;
        beforeMb = usedMb;
    }

    private double usedMb() {
        for (int i = 0; i < COLLECTIONS; i++) {
            memory.gc();
        }
        return memory.getHeapMemoryUsage().getUsed() / BYTES_PER_MB;
    }
}
