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
    /// What is written and not yet handed out whole: one large value makes many pieces, as what is
    /// on its way is counted in pieces.
    private final Written written = new Written();

    private final JsonGenerator json = Json.MAPPER.createGenerator(written);
    private boolean begun;
    private int handedOut;

    private static final class Written extends ByteArrayOutputStream {
        byte[] part(int from, int to) {
            return Arrays.copyOfRange(buf, from, to);
        }
    }

    /// Writes what the object begins with.
    protected void writeHead(JsonGenerator json) {}

    /// Writes what comes next.
    ///
    /// @return whether more follows
    protected abstract boolean writeNext(JsonGenerator json);

    @Override
    public final boolean hasNext() {
        return handedOut < written.size() || !json.isClosed();
    }

    @Override
    public final byte[] next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        if (handedOut == written.size()) {
            write();
        }
        int left = written.size() - handedOut;
        int from = handedOut;
        handedOut += left < 2 * Answers.PIECE_BYTES ? left : Answers.PIECE_BYTES;
        return written.part(from, handedOut);
    }

    private void write() {
        written.reset();
        handedOut = 0;
        if (!begun) {
            begun = true;
            json.writeStartObject();
            writeHead(json);
        }
        boolean more = true;
        while (more && written.size() < Answers.PIECE_BYTES) {
            more = writeNext(json);
        }
        if (!more) {
            json.writeEndObject();
            json.close();
        }
    }
}
