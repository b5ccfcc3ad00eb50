package io.interlude.report.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Thrift's compact protocol, as far as Parquet's page headers and footer need it. The fields of a
/// struct are written in the order of their ids.
///
/// Source: Apache Thrift, "Thrift Compact protocol encoding".
final class ThriftWriter {
    private static final int TRUE = 1;
    private static final int FALSE = 2;
    private static final int I32 = 5;
    private static final int I64 = 6;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int STRUCT = 12;
    private static final int STOP = 0;
    private static final int LONG_FORM = 15;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Deque<Integer> outerFields = new ArrayDeque<>();
    private int lastField;

    /// Ends the outermost struct and returns all bytes.
    byte[] end() {
        bytes.write(STOP);
        return bytes.toByteArray();
    }

    ThriftWriter i32(int field, int value) {
        header(field, I32);
        varint(zigzag(value));
        return this;
    }

    ThriftWriter i64(int field, long value) {
        header(field, I64);
        varint(zigzag(value));
        return this;
    }

    ThriftWriter bool(int field, boolean value) {
        header(field, value ? TRUE : FALSE);
        return this;
    }

    ThriftWriter text(int field, String value) {
        header(field, BINARY);
        text(value);
        return this;
    }

    ThriftWriter struct(int field, Consumer<ThriftWriter> content) {
        header(field, STRUCT);
        struct(content);
        return this;
    }

    <T> ThriftWriter structs(int field, List<T> values, BiConsumer<ThriftWriter, T> content) {
        list(field, STRUCT, values.size());
        values.forEach(value -> struct(writer -> content.accept(writer, value)));
        return this;
    }

    ThriftWriter texts(int field, List<String> values) {
        list(field, BINARY, values.size());
        values.forEach(this::text);
        return this;
    }

    ThriftWriter i32s(int field, List<Integer> values) {
        list(field, I32, values.size());
        values.forEach(value -> varint(zigzag(value)));
        return this;
    }

    private void struct(Consumer<ThriftWriter> content) {
        outerFields.push(lastField);
        lastField = 0;
        content.accept(this);
        bytes.write(STOP);
        lastField = outerFields.pop();
    }

    private void header(int field, int type) {
        int delta = field - lastField;
        if (delta < 1 || delta > LONG_FORM) {
            throw new IllegalArgumentException("field " + field + " after " + lastField);
        }
        bytes.write((delta << 4) | type);
        lastField = field;
    }

    private void list(int field, int type, int size) {
        header(field, LIST);
        if (size < LONG_FORM) {
            bytes.write((size << 4) | type);
        } else {
            bytes.write((LONG_FORM << 4) | type);
            varint(size);
        }
    }

    private void text(String value) {
        byte[] utf8 = value.getBytes(UTF_8);
        varint(utf8.length);
        bytes.writeBytes(utf8);
    }

    private static long zigzag(long value) {
        return (value << 1) ^ (value >> 63);
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
    }
}
