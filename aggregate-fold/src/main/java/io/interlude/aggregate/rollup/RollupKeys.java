package io.interlude.aggregate.rollup;

import io.interlude.domain.identity.OrgId;
import io.interlude.schema.Granularity;
import io.interlude.schema.RollupCell;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;

/// Keys of report cells.
///
/// In the store a key is made of granularity, org, start and the dimensions, in this order, so that
/// the cells of an org and a span of time lie together. On topics it is text.
public final class RollupKeys {
    private static final int SEPARATOR = 0;
    private static final char TEXT_SEPARATOR = '/';
    private static final int USUAL_LENGTH = 128;
    private static final String CORRECTION = "correction";

    private RollupKeys() {}

    /// Key in the store.
    public static Bytes of(RollupCell cell) {
        ByteArrayOutputStream key = new ByteArrayOutputStream();
        key.writeBytes(
                startOf(new OrgId(cell.getOrgId()), cell.getGranularity(), cell.getStartsAt())
                        .get());
        for (String dimension : dimensions(cell)) {
            key.writeBytes(dimension.getBytes(StandardCharsets.UTF_8));
            key.write(SEPARATOR);
        }
        return Bytes.wrap(key.toByteArray());
    }

    /// What the store keys of the org's cells of this start begin with.
    public static Bytes startOf(OrgId orgId, Granularity granularity, Instant startsAt) {
        byte[] org = orgId.value().getBytes(StandardCharsets.UTF_8);
        return Bytes.wrap(
                ByteBuffer.allocate(1 + org.length + 1 + Long.BYTES)
                        .put(tag(granularity))
                        .put(org)
                        .put((byte) SEPARATOR)
                        .putLong(startsAt.toEpochMilli())
                        .array());
    }

    /// Key on `state.rollups`.
    public static String text(RollupCell cell) {
        return cell.getGranularity().name()
                + TEXT_SEPARATOR
                + cell.getStartsAt()
                + TEXT_SEPARATOR
                + withoutTime(cell);
    }

    /// The same for all cells of these dimensions, so that they share a partition.
    public static String withoutTime(RollupCell cell) {
        StringBuilder key = new StringBuilder(USUAL_LENGTH).append(escaped(cell.getOrgId()));
        for (String dimension : dimensions(cell)) {
            key.append(TEXT_SEPARATOR).append(escaped(dimension));
        }
        return key.toString();
    }

    /// A cell of named events has three more and a correction's cell has one, so that all others
    /// keep the keys they always had.
    private static List<String> dimensions(RollupCell cell) {
        List<String> names = names(cell);
        if (names.isEmpty() && !cell.getCorrection()) {
            return ownDimensions(cell);
        }
        return Stream.of(
                        ownDimensions(cell),
                        names,
                        cell.getCorrection() ? List.of(CORRECTION) : List.<String>of())
                .flatMap(List::stream)
                .toList();
    }

    private static List<String> names(RollupCell cell) {
        List<String> names =
                List.of(cell.getConversionGoal(), cell.getConversionName(), cell.getEventName());
        return names.stream().allMatch(String::isEmpty)
                ? List.of()
                : names.stream().map(RollupKeys::withoutSeparator).toList();
    }

    /// Names of events are any text.
    private static String withoutSeparator(String name) {
        return name.replace("%", "%25").replace("\0", "%00");
    }

    private static List<String> ownDimensions(RollupCell cell) {
        return List.of(
                cell.getApplicationId(),
                cell.getAdUnitCode(),
                cell.getCampaignId(),
                cell.getLineItemId(),
                cell.getCreativeId(),
                cell.getFormat().name(),
                cell.getCurrency());
    }

    private static String escaped(String text) {
        return text.replace("%", "%25").replace("/", "%2F");
    }

    private static byte tag(Granularity granularity) {
        return switch (granularity) {
            case minute -> 1;
            case hour -> 2;
            case day -> 3;
            case UNKNOWN -> throw new IllegalArgumentException("unknown granularity");
        };
    }
}
