package io.interlude.context.embedding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.HmacSha256;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Adds up readings of single turns, and remembers them, so that the next turn of a conversation
/// costs one reading and not all of them anew.
///
/// A turn counts by its weight and by the square root of its length: a long request says more than
/// a short one, but not by as much as it is longer. Vectors are remembered under a keyed hash of
/// the text, never with the text; the key is drawn anew in each process and never written. Safe for
/// use by many threads.
final class TurnReadings {
    /// Bytes of vectors that are remembered of conversations.
    private static final int MOST_BYTES = 16 << 20;

    /// What an entry takes beside its vector.
    private static final int ENTRY_BYTES = 160;

    /// Characters from which a turn counts no more.
    private static final int LONG = 300;

    private static final int KEY_BYTES = 32;

    private final HmacSha256 hash = new HmacSha256(newKey());
    private final Map<Digest, Embedding> remembered = new LinkedHashMap<>(64, 0.75f, true);
    private final int mostBytes;
    private int bytes;

    TurnReadings() {
        this(MOST_BYTES);
    }

    /// @param mostBytes of vectors that are remembered; those that were not used for longest go
    ///   first
    TurnReadings(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    private static byte[] newKey() {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        return key;
    }

    /// The first half of a text's keyed hash.
    private record Digest(long high, long low) {}

    /// The unit vector of the parts together.
    ///
    /// @param reader gives the unit vectors of texts, in their order
    Embedding read(List<WeightedText> parts, Function<List<String>, List<Embedding>> reader) {
        return readAll(List.of(parts), reader).getFirst();
    }

    /// The unit vectors of several; what was not read before of all of them is read at once.
    List<Embedding> readAll(
            List<List<WeightedText>> several, Function<List<String>, List<Embedding>> reader) {
        List<List<WeightedText>> said = several.stream().map(TurnReadings::said).toList();
        Map<String, Embedding> readings =
                readings(
                        said.stream().flatMap(List::stream).map(WeightedText::text).toList(),
                        reader);
        return said.stream().map(parts -> together(parts, readings)).toList();
    }

    private static List<WeightedText> said(List<WeightedText> parts) {
        return parts.stream().filter(part -> part.weight() > 0 && !part.text().isBlank()).toList();
    }

    private static Embedding together(List<WeightedText> said, Map<String, Embedding> readings) {
        if (said.size() == 1) {
            return reading(readings, said.getFirst());
        }
        int dimensions = readings.values().stream().mapToInt(Embedding::dimensions).max().orElse(0);
        float[] sum = new float[dimensions];
        for (WeightedText part : said) {
            reading(readings, part).addTo(sum, (float) weight(part));
        }
        return Embedding.ofDirection(sum);
    }

    private static Embedding reading(Map<String, Embedding> readings, WeightedText part) {
        return requireNonNull(readings.get(part.text()), "every part was read");
    }

    private static double weight(WeightedText part) {
        return part.weight() * Math.sqrt(Math.min(LONG, part.text().length()));
    }

    private Map<String, Embedding> readings(
            List<String> texts, Function<List<String>, List<Embedding>> reader) {
        Map<String, Embedding> textToReading = new HashMap<>();
        Map<String, Digest> unread = new LinkedHashMap<>();
        for (String text : texts) {
            Digest digest = digest(text);
            Embedding known = recall(digest);
            if (known == null) {
                unread.put(text, digest);
            } else {
                textToReading.put(text, known);
            }
        }
        if (!unread.isEmpty()) {
            Iterator<Embedding> read = reader.apply(List.copyOf(unread.keySet())).iterator();
            unread.forEach(
                    (text, digest) -> textToReading.put(text, remember(digest, read.next())));
        }
        return textToReading;
    }

    private Digest digest(String text) {
        ByteBuffer whole = ByteBuffer.wrap(hash.of(text.getBytes(UTF_8)));
        return new Digest(whole.getLong(), whole.getLong());
    }

    private synchronized @Nullable Embedding recall(Digest digest) {
        return remembered.get(digest);
    }

    private synchronized Embedding remember(Digest digest, Embedding reading) {
        if (remembered.putIfAbsent(digest, reading) == null) {
            bytes += bytes(reading);
        }
        Iterator<Embedding> longestUnused = remembered.values().iterator();
        while (bytes > mostBytes) {
            bytes -= bytes(longestUnused.next());
            longestUnused.remove();
        }
        return reading;
    }

    private static int bytes(Embedding reading) {
        return ENTRY_BYTES + reading.dimensions() * Float.BYTES;
    }
}
