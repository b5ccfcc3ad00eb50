package io.interlude.state.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/// Writes the compact forms: numbers in groups of seven bits, the lowest first, and texts and
/// blocks behind their length. Used by one thread.
final class WireWriter {
    private static final int FIRST_BYTES = 128;
    private static final int GROUP_BITS = 7;
    private static final int GROUP = (1 << GROUP_BITS) - 1;
    private static final int LONGEST_NUMBER = 10;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int size;

    WireWriter writeByte(int value) {
        room(1);
        bytes[size++] = (byte) value;
        return this;
    }

    /// A number of which small ones from 0 are short; -1 is the longest.
    WireWriter writeNumber(long value) {
        room(LONGEST_NUMBER);
        long left = value;
        while ((left & ~GROUP) != 0) {
            bytes[size++] = (byte) ((left & GROUP) | ~GROUP);
            left >>>= GROUP_BITS;
        }
        bytes[size++] = (byte) left;
        return this;
    }

    /// A number of which those near 0 are short, on both sides.
    WireWriter writeSigned(long value) {
        return writeNumber((value << 1) ^ (value >> 63));
    }

    WireWriter writeText(String text) {
        return writeBlock(text.getBytes(UTF_8));
    }

    WireWriter writeBlock(byte[] block) {
        return writeBlock(block, block.length);
    }

    WireWriter writeBlock(byte[] block, int length) {
        writeNumber(length);
        room(length);
        System.arraycopy(block, 0, bytes, size, length);
        size += length;
        return this;
    }

    /// Everything that was written since the last call.
    byte[] take() {
        byte[] taken = Arrays.copyOf(bytes, size);
        size = 0;
        return taken;
    }

    private void room(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
        }
    }
}
