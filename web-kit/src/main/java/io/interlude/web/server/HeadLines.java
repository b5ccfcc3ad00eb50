package io.interlude.web.server;

import io.netty.buffer.ByteBuf;
import io.netty.util.ByteProcessor;

/// Counts the lines of a head in what arrived of it, up to the empty line that ends it: a body may
/// follow.
final class HeadLines implements ByteProcessor {
    private int lines;
    private boolean empty;

    private HeadLines() {}

    static int count(ByteBuf arrived) {
        HeadLines head = new HeadLines();
        arrived.forEachByte(head);
        return head.lines;
    }

    @Override
    public boolean process(byte value) {
        if (value == '\n') {
            lines++;
            if (empty) {
                return false;
            }
            empty = true;
        } else if (value != '\r') {
            empty = false;
        }
        return true;
    }
}
