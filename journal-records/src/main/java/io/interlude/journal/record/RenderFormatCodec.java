package io.interlude.journal.record;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.schema.RenderFormat;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Formats of ads, between Avro and the domain.
public final class RenderFormatCodec {
    private RenderFormatCodec() {}

    /// The format of a record.
    ///
    /// @throws IllegalArgumentException for a format of a later version
    public static AdFormat read(RenderFormat format) {
        return find(format).orElseThrow(() -> new IllegalArgumentException("unknown format"));
    }

    /// The format of a record; empty for one of a later version, or none.
    public static Optional<AdFormat> find(RenderFormat format) {
        return Optional.ofNullable(known(format));
    }

    /// The format as records have it; `UNKNOWN` for none.
    public static RenderFormat write(@Nullable AdFormat format) {
        return switch (format) {
            case null -> RenderFormat.UNKNOWN;
            case NATIVE -> RenderFormat.native$;
            case SMS -> RenderFormat.sms;
            case BOTPLATFORM -> RenderFormat.botplatform;
            case FLOW -> RenderFormat.flow;
        };
    }

    /// The name of a record's format in requests and answers; empty for none.
    public static String name(RenderFormat format) {
        AdFormat known = known(format);
        return known == null ? "" : known.wireName();
    }

    /// The format that has this name.
    public static RenderFormat named(String name) {
        return Arrays.stream(AdFormat.values())
                .filter(format -> format.wireName().equals(name))
                .findFirst()
                .map(RenderFormatCodec::write)
                .orElse(RenderFormat.UNKNOWN);
    }

    private static @Nullable AdFormat known(RenderFormat format) {
        return switch (format) {
            case native$ -> AdFormat.NATIVE;
            case sms -> AdFormat.SMS;
            case botplatform -> AdFormat.BOTPLATFORM;
            case flow -> AdFormat.FLOW;
            case UNKNOWN -> null;
        };
    }
}
