package io.interlude.journal.outbox;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;

/// One file of the outbox: records one behind the other, each with its length and checksum, then
/// zeros. The file has its full size on disk before the first record, so a disk that fills up later
/// does not stop it. Written by one thread; read and settled by any.
final class Segment {
    private static final int HEADER_BYTES = 2 * Integer.BYTES;
    private static final int ZEROS = 64 << 10;

    private final Path file;
    private final FileChannel channel;
    private final int size;
    private final AtomicInteger unsettled = new AtomicInteger();
    private int end;

    private Segment(Path file, FileChannel channel, int size) {
        this.file = file;
        this.channel = channel;
        this.size = size;
    }

    /// Makes a file and takes its room on the disk.
    static Segment create(Path file, int size) throws IOException {
        FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
        try {
            for (int at = 0; at < size; at += ZEROS) {
                writeFully(channel, ByteBuffer.allocate(Math.min(ZEROS, size - at)), at);
            }
            channel.force(true);
            return new Segment(file, channel, size);
        } catch (IOException e) {
            channel.close();
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /// Opens what an earlier process left.
    static Segment open(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        return new Segment(file, channel, Math.toIntExact(channel.size()));
    }

    /// Bytes that a record takes.
    static int bytesOf(byte[] payload) {
        return HEADER_BYTES + payload.length;
    }

    int size() {
        return size;
    }

    int room() {
        return size - end;
    }

    boolean isUsed() {
        return end > 0;
    }

    int unsettled() {
        return unsettled.get();
    }

    /// Writes records and syncs them: on return all are on the disk. On a failure none is.
    ///
    /// @return the place of each
    int[] append(byte[][] payloads) throws IOException {
        int bytes = 0;
        int[] places = new int[payloads.length];
        for (int i = 0; i < payloads.length; i++) {
            places[i] = end + bytes;
            bytes += bytesOf(payloads[i]);
        }
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        for (byte[] payload : payloads) {
            buffer.putInt(payload.length).putInt(checksum(payload)).put(payload);
        }
        try {
            writeFully(channel, buffer.flip(), end);
            channel.force(false);
        } catch (IOException e) {
            // What may have got there must not be found by the next process.
            channel.truncate(end);
            throw e;
        }
        end += bytes;
        unsettled.addAndGet(payloads.length);
        return places;
    }

    /// Takes back the records from a place on, which were written last: the next process finds
    /// nothing there. What comes next is written in their stead.
    void takeBack(int place, int records) throws IOException {
        int bytes = end - place;
        end = place;
        unsettled.addAndGet(-records);
        writeFully(channel, ByteBuffer.allocate(bytes), place);
        channel.force(false);
    }

    private static void writeFully(FileChannel channel, ByteBuffer buffer, int at)
            throws IOException {
        int place = at;
        while (buffer.hasRemaining()) {
            place += channel.write(buffer, place);
        }
    }

    private static int checksum(byte[] payload) {
        CRC32C checksum = new CRC32C();
        checksum.update(payload);
        return (int) checksum.getValue();
    }

    byte[] read(int place) throws IOException {
        ByteBuffer header = read(place, HEADER_BYTES);
        int length = header.getInt();
        int expected = header.getInt();
        if (length <= 0 || length > size - place - HEADER_BYTES) {
            throw new EOFException("no record at " + place + " of " + file.getFileName());
        }
        byte[] payload = read(place + HEADER_BYTES, length).array();
        if (checksum(payload) != expected) {
            throw new EOFException("a torn record at " + place + " of " + file.getFileName());
        }
        return payload;
    }

    private ByteBuffer read(int place, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, place + buffer.position()) < 0) {
                throw new EOFException("no record at " + place + " of " + file.getFileName());
            }
        }
        return buffer.flip();
    }

    /// Goes through the records that an earlier process left. The first one that is not whole is
    /// the end: it was never promised to anybody.
    void replay(Visitor visitor) throws IOException {
        while (room() >= HEADER_BYTES) {
            byte[] payload;
            try {
                payload = read(end);
            } catch (EOFException _) {
                return;
            }
            visitor.visit(payload, end);
            end += bytesOf(payload);
            unsettled.incrementAndGet();
        }
    }

    /// One record fewer is needed.
    void settle() {
        unsettled.decrementAndGet();
    }

    void close() throws IOException {
        channel.close();
    }

    void delete() throws IOException {
        channel.close();
        Files.deleteIfExists(file);
    }

    /// Takes the records of a replay.
    interface Visitor {
        void visit(byte[] payload, int place);
    }
}
