package io.interlude.context.token;

import java.util.Arrays;

/// The token ids of a text, in order. Not safe for use by many threads.
public final class Tokens {
    private int[] ids;
    private int length;

    /// An empty list with room for the tokens of a text of so many characters, as texts go.
    Tokens(int characters) {
        this.ids = new int[16 + characters / 3];
    }

    void add(int id) {
        if (length == ids.length) {
            ids = Arrays.copyOf(ids, length * 2);
        }
        ids[length++] = id;
    }

    void truncate(int newLength) {
        length = newLength;
    }

    public int length() {
        return length;
    }

    public int id(int index) {
        return ids[index];
    }

    public int[] toArray() {
        return Arrays.copyOf(ids, length);
    }
}
