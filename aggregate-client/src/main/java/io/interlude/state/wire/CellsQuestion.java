package io.interlude.state.wire;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.OrgId;
import io.interlude.schema.Granularity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.SchemaNormalization;

/// Asks for the org's cells of the granularity that start in `[from, to)`.
///
/// @param partitions which of the cells' partitions
/// @param standbys whether a standby that keeps up may answer for an owner
/// @param schemaFingerprint of the cells as the one who asks knows them; to one who knows them
///   otherwise the answer tells its schema
public record CellsQuestion(
        CellKind<?> kind,
        OrgId orgId,
        Granularity granularity,
        Instant from,
        Instant to,
        List<Integer> partitions,
        boolean standbys,
        long schemaFingerprint) {
    private static final int VERSION = 1;
    private static final int PARTITIONS_MAX = 4_095;
    private static final List<Granularity> GRANULARITIES =
            List.of(Granularity.minute, Granularity.hour, Granularity.day);

    public CellsQuestion {
        requireNonNull(kind, "kind is null");
        requireNonNull(orgId, "orgId is null");
        partitions = List.copyOf(partitions);
    }

    /// Asks with the schema of this build.
    public static CellsQuestion of(
            CellKind<?> kind, CellRange range, List<Integer> partitions, boolean standbys) {
        return new CellsQuestion(
                kind,
                range.orgId(),
                range.granularity(),
                range.from(),
                range.to(),
                partitions,
                standbys,
                fingerprint(kind));
    }

    /// The same question for some of its partitions.
    public CellsQuestion ofPartitions(List<Integer> some) {
        return new CellsQuestion(
                kind, orgId, granularity, from, to, some, standbys, schemaFingerprint);
    }

    static long fingerprint(CellKind<?> kind) {
        return SchemaNormalization.parsingFingerprint64(kind.schema());
    }

    public byte[] toBytes() {
        WireWriter writer =
                new WireWriter()
                        .writeByte(VERSION)
                        .writeByte(kind.tag())
                        .writeText(orgId.value())
                        .writeByte(GRANULARITIES.indexOf(granularity))
                        .writeSigned(from.toEpochMilli())
                        .writeSigned(to.toEpochMilli())
                        .writeByte(standbys ? 1 : 0)
                        .writeSigned(schemaFingerprint)
                        .writeNumber(partitions.size());
        partitions.forEach(writer::writeNumber);
        return writer.take();
    }

    /// Reads a question.
    ///
    /// @throws MalformedStateException if the bytes are no question
    public static CellsQuestion of(byte[] bytes) {
        WireReader reader = new WireReader(bytes);
        if (reader.readByte() != VERSION) {
            throw new MalformedStateException();
        }
        CellKind<?> kind = CellKind.of(reader.readByte());
        OrgId orgId = new OrgId(reader.readText());
        int granularity = reader.readByte();
        if (granularity < 0 || granularity >= GRANULARITIES.size()) {
            throw new MalformedStateException();
        }
        Instant from = Instant.ofEpochMilli(reader.readSigned());
        Instant to = Instant.ofEpochMilli(reader.readSigned());
        boolean standbys = reader.readByte() == 1;
        long fingerprint = reader.readSigned();
        int count = reader.readCount(PARTITIONS_MAX);
        List<Integer> partitions = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            partitions.add(reader.readCount(PARTITIONS_MAX));
        }
        return new CellsQuestion(
                kind,
                orgId,
                GRANULARITIES.get(granularity),
                from,
                to,
                partitions,
                standbys,
                fingerprint);
    }
}
