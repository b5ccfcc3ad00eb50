package io.interlude.ingest.traffic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/// Tells whether a text has any of many words in it, in one pass over the text however many words
/// there are (Aho and Corasick, 1975), as a table from state and character to the next state. Words
/// are of ASCII; any other character is in none. Immutable.
///
/// For 1,428 words of 18,000 characters the table takes some 2 MB.
final class WordFinder {
    private static final int ASCII = 128;
    private static final int ROOT = 0;

    /// What each character is in the table: 0 for all that are in no word.
    private final byte[] characterToColumn = new byte[ASCII];

    private final int columns;

    /// Next state, by state and column; [#FOUND] once a word ended.
    private final char[] next;

    private static final char FOUND = Character.MAX_VALUE;
    private static final char NONE = Character.MAX_VALUE - 1;

    WordFinder(Collection<String> words) {
        columns = 1 + numberCharacters(words);
        List<char[]> rows = new ArrayList<>();
        rows.add(newRow());
        words.forEach(word -> add(word, rows));
        link(rows);
        next = new char[rows.size() * columns];
        for (int state = 0; state < rows.size(); state++) {
            System.arraycopy(rows.get(state), 0, next, state * columns, columns);
        }
    }

    boolean isIn(String text) {
        int state = ROOT;
        for (int i = 0; i < text.length(); i++) {
            state = next[state * columns + column(text.charAt(i))];
            if (state == FOUND) {
                return true;
            }
        }
        return false;
    }

    private int column(char character) {
        return character < ASCII ? characterToColumn[character] : 0;
    }

    private int numberCharacters(Collection<String> words) {
        byte last = 0;
        for (String word : words) {
            for (int i = 0; i < word.length(); i++) {
                char character = word.charAt(i);
                if (character >= ASCII) {
                    throw new IllegalArgumentException("not ASCII: " + word);
                }
                if (characterToColumn[character] == 0) {
                    characterToColumn[character] = ++last;
                }
            }
        }
        return last;
    }

    private char[] newRow() {
        char[] row = new char[columns];
        Arrays.fill(row, NONE);
        return row;
    }

    /// A word that begins with another one adds nothing.
    private void add(String word, List<char[]> rows) {
        if (word.isEmpty()) {
            throw new IllegalArgumentException("an empty word is in every text");
        }
        int state = ROOT;
        for (int i = 0; i < word.length() - 1; i++) {
            char[] row = rows.get(state);
            int column = column(word.charAt(i));
            if (row[column] == FOUND) {
                return;
            }
            if (row[column] == NONE) {
                row[column] = (char) rows.size();
                rows.add(newRow());
            }
            state = row[column];
        }
        rows.get(state)[column(word.charAt(word.length() - 1))] = FOUND;
        if (rows.size() >= NONE) {
            throw new IllegalArgumentException("too many words: " + rows.size() + " states");
        }
    }

    /// Breadth first: where a word cannot go on, the state of its longest proper suffix does.
    private void link(List<char[]> rows) {
        int[] suffix = new int[rows.size()];
        List<Integer> queue = new ArrayList<>(List.of(ROOT));
        for (int head = 0; head < queue.size(); head++) {
            int state = queue.get(head);
            char[] row = rows.get(state);
            char[] fallback = rows.get(suffix[state]);
            for (int column = 0; column < columns; column++) {
                char onFailure = state == ROOT ? ROOT : fallback[column];
                if (row[column] == NONE || onFailure == FOUND) {
                    row[column] = onFailure == NONE ? ROOT : onFailure;
                } else if (row[column] != FOUND) {
                    suffix[row[column]] = onFailure;
                    queue.add((int) row[column]);
                }
            }
        }
    }
}
