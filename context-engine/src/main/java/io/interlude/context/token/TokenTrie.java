package io.interlude.context.token;

import java.util.Arrays;

/// Finds the longest token that a stretch of text begins with, in one pass over its characters.
///
/// The edges of all nodes share one open-addressed table, keyed by node and character. Two roots:
/// tokens that begin a word, and tokens that continue one. Immutable once filled.
final class TokenTrie {
    static final int WORD_START = 0;
    static final int CONTINUATION = 1;
    static final int NO_TOKEN = -1;

    private static final String CONTINUATION_MARK = "##";
    private static final long FREE = -1;
    private static final int NO_NODE = -1;

    private final long[] edges;
    private final int[] targets;
    private final int mask;
    private int[] nodeToToken = new int[1 << 16];
    private int nodes = 2;

    TokenTrie(Vocabulary vocabulary) {
        // About 90,000 edges for 30,522 tokens: a third of the table.
        int capacity = Integer.highestOneBit(Math.max(64, vocabulary.size()) * 8) * 2;
        this.edges = new long[capacity];
        this.targets = new int[capacity];
        this.mask = capacity - 1;
        Arrays.fill(edges, FREE);
        Arrays.fill(nodeToToken, NO_TOKEN);
        for (int id = 0; id < vocabulary.size(); id++) {
            insert(vocabulary.text(id), id);
        }
    }

    private void insert(String text, int id) {
        boolean continues = text.length() > 2 && text.startsWith(CONTINUATION_MARK);
        int node = continues ? CONTINUATION : WORD_START;
        for (int i = continues ? CONTINUATION_MARK.length() : 0; i < text.length(); i++) {
            node = childOrNew(node, text.charAt(i));
        }
        nodeToToken[node] = id;
    }

    private int childOrNew(int node, char character) {
        int slot = slot(node, character);
        if (edges[slot] == FREE) {
            edges[slot] = edge(node, character);
            targets[slot] = newNode();
        }
        return targets[slot];
    }

    private int newNode() {
        if (nodes == nodeToToken.length) {
            nodeToToken = Arrays.copyOf(nodeToToken, nodes * 2);
            Arrays.fill(nodeToToken, nodes, nodes * 2, NO_TOKEN);
        }
        return nodes++;
    }

    private static long edge(int node, char character) {
        return (long) node << Character.SIZE | character;
    }

    /// The slot that holds the edge, or the free one where it belongs.
    private int slot(int node, char character) {
        long edge = edge(node, character);
        long mixed = edge * 0x9E3779B97F4A7C15L;
        int slot = (int) (mixed >>> 40) & mask;
        while (edges[slot] != edge && edges[slot] != FREE) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /// Longest match of the characters from `from` to before `to`, below one of the roots: the
    /// token's id in the low half and the end of the match in the high half, or [#NO_TOKEN].
    long longest(char[] text, int from, int to, int root) {
        long best = NO_TOKEN;
        int node = root;
        for (int i = from; i < to; i++) {
            node = child(node, text[i]);
            if (node == NO_NODE) {
                return best;
            }
            int token = nodeToToken[node];
            if (token != NO_TOKEN) {
                best = (long) (i + 1) << Integer.SIZE | token;
            }
        }
        return best;
    }

    private int child(int node, char character) {
        int slot = slot(node, character);
        return edges[slot] == FREE ? NO_NODE : targets[slot];
    }
}
