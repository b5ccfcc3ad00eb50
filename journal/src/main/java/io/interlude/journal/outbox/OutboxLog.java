package io.interlude.journal.outbox;

import io.interlude.journal.append.AppendPriority;
import io.interlude.journal.append.SerializedRecord;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The outbox on disk: a row of [Segment]s. Records are only ever added; a segment goes when none
/// of its records is needed any more. Used by one thread at a time, except for reading and
/// settling.
///
/// Spare segments are made ahead, so that a disk that fills up later does not take their room. Once
/// the last is full and none can be made, because the disk or the log is full, nothing is admitted.
final class OutboxLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OutboxLog.class);
    private static final String SUFFIX = ".outbox";
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);
    private static final int SMALLEST_SEGMENT = 128 << 10;
    private static final int MOST_SEGMENTS_OF_SMALL = 8;

    private final Path folder;
    private final FileChannel lockChannel;
    private final long mostBytes;
    private final int segmentBytes;
    private final int ahead;
    private final List<Segment> sealed = new ArrayList<>();
    private final Deque<Segment> spares = new ArrayDeque<>();
    private @Nullable Segment active;
    private long nextNumber;
    private long triedNanos = System.nanoTime() - BETWEEN_TRIES.toNanos();
    private volatile long bytes;

    private OutboxLog(Path folder, FileChannel lockChannel, long mostBytes, Shape shape) {
        this.folder = folder;
        this.lockChannel = lockChannel;
        this.mostBytes = mostBytes;
        this.ahead = shape.segmentsAhead();
        this.segmentBytes =
                Math.clamp(
                        mostBytes / MOST_SEGMENTS_OF_SMALL,
                        SMALLEST_SEGMENT,
                        shape.largestSegmentBytes());
    }

    /// Opens the folder, making it if need be.
    ///
    /// @param mostBytes bound of all files together
    /// @param listener takes the records of an earlier process, oldest first
    static OutboxLog open(Path folder, long mostBytes, Shape shape, RecoveryListener listener)
            throws IOException {
        Files.createDirectories(folder);
        FileChannel channel =
                FileChannel.open(
                        folder.resolve("lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
        @Nullable FileLock lock = channel.tryLock();
        if (lock == null) {
            channel.close();
            throw new IOException("The outbox " + folder + " is in use by another process.");
        }
        OutboxLog log = new OutboxLog(folder, channel, mostBytes, shape);
        log.replay(listener);
        log.refill();
        return log;
    }

    private void replay(RecoveryListener listener) throws IOException {
        List<Path> files;
        try (Stream<Path> content = Files.list(folder)) {
            files = content.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
        }
        for (Path file : files) {
            String name = String.valueOf(file.getFileName());
            nextNumber = Long.parseLong(name.substring(0, name.length() - SUFFIX.length())) + 1;
            Segment segment = Segment.open(file);
            segment.replay((payload, place) ->
                    listener.found(RecordCodec.decode(payload), segment, place));
            sealed.add(segment);
        }
        removeSettled();
        count();
    }

    /// Bytes of all files.
    long bytes() {
        return bytes;
    }

    /// Records that are still needed.
    int unsettled() {
        Segment current = active;
        return sealed.stream().mapToInt(Segment::unsettled).sum()
                + (current == null ? 0 : current.unsettled());
    }

    /// True when a record of this length and priority can be written next. Makes room for it where
    /// it can.
    boolean admits(int recordBytes, AppendPriority priority) {
        if (recordBytes > segmentBytes) {
            return false;
        }
        refill();
        Segment current = active;
        if (current != null && current.room() < recordBytes) {
            sealed.add(current);
            active = spares.poll();
            refill();
            current = active;
        }
        return current != null
                && current.room() >= recordBytes
                && (priority != AppendPriority.SPARE || bytes <= mostBytes / 2);
    }

    /// True when a record of this length still fits behind the ones that are about to be written.
    boolean fits(int recordBytes) {
        Segment current = active;
        return current != null && current.room() >= recordBytes;
    }

    /// Writes and syncs records that were admitted and fit.
    ///
    /// @return their segment, and their places in it
    Written append(byte[][] payloads) throws IOException {
        Segment current = active;
        if (current == null) {
            throw new IOException("the outbox has no room");
        }
        try {
            return new Written(current, current.append(payloads));
        } catch (IOException e) {
            sealed.add(current);
            active = spares.poll();
            throw e;
        }
    }

    /// Takes back what was written last, of which nobody was told yet.
    static void takeBack(Written last) throws IOException {
        last.segment().takeBack(last.places()[0], last.places().length);
    }

    /// Deletes records that are needed no more. If none is needed, the next process finds none.
    void tidy() {
        removeSettled();
        Segment current = active;
        if (current != null && current.isUsed() && current.unsettled() == 0) {
            refill();
            delete(current);
            active = spares.poll();
            count();
        }
        refill();
        makeAhead();
    }

    private void removeSettled() {
        sealed.removeIf(segment -> segment.unsettled() == 0 && delete(segment));
        count();
    }

    private boolean delete(Segment segment) {
        try {
            segment.delete();
            return true;
        } catch (IOException e) {
            LOG.warn("event=outbox_delete_failed", e);
            return false;
        }
    }

    /// Makes the active segment and one behind it where they are missing, and where that failed a
    /// moment ago not yet again.
    private void refill() {
        if (active == null) {
            active = create();
            count();
        }
        if (active != null && spares.isEmpty()) {
            makeAhead();
        }
    }

    /// Makes one more spare, unless there are enough.
    private void makeAhead() {
        Segment made = spares.size() < ahead ? create() : null;
        if (made != null) {
            spares.add(made);
            count();
        }
    }

    private @Nullable Segment create() {
        count();
        if (bytes + segmentBytes > mostBytes || isTooSoon()) {
            return null;
        }
        Path file = folder.resolve(String.format(Locale.ROOT, "%019d" + SUFFIX, nextNumber));
        try {
            if (Files.getFileStore(folder).getUsableSpace() < segmentBytes) {
                throw new IOException("the disk is full");
            }
            Segment segment = Segment.create(file, segmentBytes);
            syncFolder();
            nextNumber++;
            return segment;
        } catch (IOException e) {
            triedNanos = System.nanoTime();
            LOG.warn("event=outbox_segment_failed cause={}", e.toString());
            return null;
        }
    }

    private boolean isTooSoon() {
        return System.nanoTime() - triedNanos < BETWEEN_TRIES.toNanos();
    }

    /// A new file's name is on the disk only once its folder is synced.
    private void syncFolder() throws IOException {
        try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    private void count() {
        long sum = sealed.stream().mapToLong(Segment::size).sum();
        sum += spares.stream().mapToLong(Segment::size).sum();
        Segment current = active;
        bytes = sum + (current == null ? 0 : current.size());
    }

    @Override
    public void close() throws IOException {
        tidy();
        for (Segment segment : sealed) {
            segment.close();
        }
        Segment current = active;
        if (current != null) {
            current.close();
        }
        for (Segment next : spares) {
            next.close();
        }
        lockChannel.close();
    }

    /// The place of a group of records.
    ///
    /// @param places in the order of the records
    @SuppressWarnings("ArrayRecordComponent") // Seen by the writer alone.
    record Written(Segment segment, int[] places) {}

    /// The size of its files, and the number of them made before they are needed.
    record Shape(int largestSegmentBytes, int segmentsAhead) {}

    /// Takes the records of an earlier process.
    interface RecoveryListener {
        void found(SerializedRecord left, Segment segment, int place);
    }
}
