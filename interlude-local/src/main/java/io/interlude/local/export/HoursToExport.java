package io.interlude.local.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.domain.digest.Sha256;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Finds in the list of manifests, given one after the other, the hours that are to be exported.
/// Holds a little for each hour, however many partitions there are. Used by one thread.
final class HoursToExport {
    private final Map<Instant, String> hourToExported;
    private final Map<Instant, Open> hourToOpen = new TreeMap<>();
    private @Nullable String last;

    /// @param hourToExported of the hours that the list begins with anew, the last cursor that was
    ///   exported
    /// @param after where the list begins; null for its beginning
    HoursToExport(Map<Instant, String> hourToExported, @Nullable String after) {
        this.hourToExported = new HashMap<>(hourToExported);
        last = after;
    }

    /// Takes in the next manifest of the list.
    void add(Manifest manifest) {
        String exported = hourToExported.get(manifest.hour());
        if (exported == null) {
            String before = last;
            hourToOpen
                    .computeIfAbsent(manifest.hour(), _ -> new Open(before, Sha256.digest()))
                    .add(manifest);
        } else if (exported.equals(manifest.cursor())) {
            hourToExported.remove(manifest.hour());
        }
        last = manifest.cursor();
    }

    /// What is to be exported, the earliest hour first.
    List<SealedHour> hours() {
        return hourToOpen.entrySet().stream()
                .map(entry -> entry.getValue().close(entry.getKey()))
                .toList();
    }

    /// Cursor of the last manifest; null for an empty list.
    @Nullable String last() {
        return last;
    }

    private static final class Open {
        private final @Nullable String after;
        private final MessageDigest digest;
        private String upTo = "";
        private int manifests;

        Open(@Nullable String after, MessageDigest digest) {
            this.after = after;
            this.digest = digest;
        }

        void add(Manifest manifest) {
            digest.update(manifest.line().getBytes(UTF_8));
            upTo = manifest.cursor();
            manifests++;
        }

        SealedHour close(Instant hour) {
            return new SealedHour(
                    hour, after, upTo, manifests, HexFormat.of().formatHex(digest.digest()));
        }
    }
}
