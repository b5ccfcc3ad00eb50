package io.interlude.state.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/// Reads what [WireWriter] writes. Every method throws [MalformedStateException] where the bytes
/// end too early or make no sense. Used by one thread.
final class WireReader {
    private static final int GROUP_BITS = 7;
    private static final int GROUP = (1 << GROUP_BITS) - 1;
    private static final int NUMBER_BITS = 64;

    private final byte[] bytes;
    private int at;

    WireReader(byte[] bytes) {
        this.bytes = bytes;
    }

    int readByte() {
        if (at >= bytes.length) {
            throw new MalformedStateException();
        }
        return bytes[at++];
    }

    long readNumber() {
        long number = 0;
        for (int shift = 0; shift < NUMBER_BITS; shift += GROUP_BITS) {
            int next = readByte();
            number |= (long) (next & GROUP) << shift;
            if (next >= 0) {
                return number;
            }
        }
        throw new MalformedStateException();
    }

    long readSigned() {
        long number = readNumber();
        return (number >>> 1) ^ -(number & 1);
    }

    /// A number from 0 to `most`: how many follow.
    int readCount(int most) {
        long count = readNumber();
        if (count < 0 || count > most) {
            throw new MalformedStateException();
        }
        return (int) count;
    }

    String readText() {
        int length = readLength();
        String text = new String(bytes, at, length, UTF_8);
        at += length;
        return text;
    }

    byte[] readBlock() {
        int length = readLength();
        byte[] block = Arrays.copyOfRange(bytes, at, at + length);
        at += length;
        return block;
    }

    private int readLength() {
        int length = readCount(Integer.MAX_VALUE);
        if (length > left()) {
            throw new MalformedStateException();
        }
        return length;
    }

    /// Bytes that are left: no list of so many parts can be longer.
    int left() {
        return bytes.length - at;
    }
}
