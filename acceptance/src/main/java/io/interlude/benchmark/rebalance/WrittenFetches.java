package io.interlude.benchmark.rebalance;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// The fetches of each subscriber: one while the state was filled, and then one now and again, at
/// offsets that are known. Safe for use by many threads.
final class WrittenFetches {
    private final int filled;
    private final Map<Integer, Later> numberToLater = new ConcurrentHashMap<>();
    private final AtomicLong later = new AtomicLong();

    /// @param filled subscribers from 0 that were served once
    WrittenFetches(int filled) {
        this.filled = filled;
    }

    /// The same after more subscribers were served once.
    WrittenFetches filledTo(int subscribers) {
        WrittenFetches more = new WrittenFetches(subscribers);
        more.numberToLater.putAll(numberToLater);
        more.later.set(later.get());
        return more;
    }

    int subscribers() {
        return filled;
    }

    /// Fetches of all subscribers.
    long total() {
        return filled + later.get();
    }

    /// One more is about to be written. Whoever reads the subscriber from now on may find it.
    void sending(int number) {
        later.incrementAndGet();
        of(number).sent();
    }

    /// It is in the journal. Whoever has applied the partition beyond the offset must show it.
    void written(int number, long offset) {
        of(number).written(offset);
    }

    private Later of(int number) {
        return numberToLater.computeIfAbsent(number, _ -> new Later());
    }

    /// The fewest fetches that an answer may show.
    ///
    /// @param applied offset of the subscriber's partition before which everything is in it
    long least(int number, long applied) {
        Later found = numberToLater.get(number);
        return found == null ? 1 : 1 + found.before(applied);
    }

    /// The most fetches that an answer may show by now.
    long most(int number) {
        Later found = numberToLater.get(number);
        return found == null ? 1 : 1 + found.count();
    }

    /// Keeps all for another run. Nothing may be under way.
    void save(Path file) throws IOException {
        try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
            out.writeInt(filled);
            out.writeInt(numberToLater.size());
            for (Map.Entry<Integer, Later> entry : numberToLater.entrySet()) {
                out.writeInt(entry.getKey());
                List<Long> offsets = entry.getValue().all();
                out.writeInt(offsets.size());
                for (long offset : offsets) {
                    out.writeLong(offset);
                }
            }
        }
    }

    static WrittenFetches load(Path file) throws IOException {
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            WrittenFetches written = new WrittenFetches(in.readInt());
            int numbers = in.readInt();
            for (int i = 0; i < numbers; i++) {
                int number = in.readInt();
                int offsets = in.readInt();
                for (int j = 0; j < offsets; j++) {
                    written.sending(number);
                    written.written(number, in.readLong());
                }
            }
            return written;
        }
    }

    private static final class Later {
        private final List<Long> offsets = new ArrayList<>();
        private int sent;

        synchronized void sent() {
            sent++;
        }

        synchronized int count() {
            return sent;
        }

        synchronized void written(long offset) {
            offsets.add(offset);
        }

        synchronized long before(long applied) {
            return offsets.stream().filter(offset -> offset < applied).count();
        }

        synchronized List<Long> all() {
            return List.copyOf(offsets);
        }
    }
}
