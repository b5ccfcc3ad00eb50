package io.interlude.web.answer;

import io.interlude.journal.json.Json;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import tools.jackson.core.JsonGenerator;

/// A JSON object in pieces for [Answers#pieces]. What is in a piece is written when that is asked
/// for, so the object takes the memory of one piece.
public abstract class JsonPieces implements Iterator<byte[]> {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final JsonGenerator json = Json.MAPPER.createGenerator(bytes);
    private boolean begun;

    /// What is written and not yet handed out whole: one large value makes many pieces, as what is
    /// on its way is counted in pieces.
    private byte[] written = {};

    private int handedOut;

    /// Writes what the object begins with.
    protected void writeHead(JsonGenerator json) {}

    /// Writes what comes next.
    ///
    /// @return whether more follows
    protected abstract boolean writeNext(JsonGenerator json);

    @Override
    public final boolean hasNext() {
        return handedOut < written.length || !json.isClosed();
    }

    @Override
    public final byte[] next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        if (handedOut == written.length) {
            write();
        }
        int left = written.length - handedOut;
        int from = handedOut;
        handedOut += left < 2 * Answers.PIECE_BYTES ? left : Answers.PIECE_BYTES;
        return Arrays.copyOfRange(written, from, handedOut);
    }

    private void write() {
        bytes.reset();
        if (!begun) {
            begun = true;
            json.writeStartObject();
            writeHead(json);
        }
        boolean more = true;
        while (more && bytes.size() < Answers.PIECE_BYTES) {
            more = writeNext(json);
        }
        if (!more) {
            json.writeEndObject();
            json.close();
        }
        written = bytes.toByteArray();
        handedOut = 0;
    }
}
