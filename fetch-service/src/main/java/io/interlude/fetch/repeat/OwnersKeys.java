package io.interlude.fetch.repeat;

import io.interlude.web.limits.Owner;
import io.interlude.web.limits.Pool;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/// The keys of one owner, with its answers as far as its share of the memory goes. Not safe for use
/// by many threads: [Repeats] holds its lock.
final class OwnersKeys {
    /// A key without its answer.
    static final int KEY_BYTES = 384;

    /// An answer without its text.
    static final int ANSWER_BYTES = 256;

    /// Answers that are looked up in the journal now.
    int lookUps;

    private final Owner owner;
    private final Pool keyMemory;
    private final Pool answerMemory;
    private final LongPredicate isOver;
    private final Map<String, KeptKey> keyToKept = new LinkedHashMap<>();

    /// Those whose answer holds memory, oldest first.
    private final SequencedSet<KeptKey> answered = new LinkedHashSet<>();

    /// @param isOver whether what was kept at this time is kept no more
    OwnersKeys(Owner owner, Pool keyMemory, Pool answerMemory, LongPredicate isOver) {
        this.owner = owner;
        this.keyMemory = keyMemory;
        this.answerMemory = answerMemory;
        this.isOver = isOver;
    }

    @Nullable KeptKey get(String key) {
        KeptKey kept = keyToKept.get(key);
        if (kept != null && isOver.test(kept.atMillis())) {
            remove(kept);
            return null;
        }
        return kept;
    }

    void add(KeptKey kept) {
        if (!hold(keyMemory, KEY_BYTES, this::removeOldestKey)) {
            keyMemory.takeAnyway(owner, KEY_BYTES);
        }
        keyToKept.put(kept.key(), kept);
    }

    /// Keeps the text of an answer, unless there is no room for it or the key is forgotten.
    void keep(KeptKey kept, KeptAnswer answer) {
        forgetAnswer(kept);
        kept.hasParts(answer.parts().size());
        long bytes = ANSWER_BYTES + answer.bytes();
        if (keyToKept.get(kept.key()) == kept
                && hold(answerMemory, bytes, this::forgetOldestAnswer)) {
            kept.keeps(answer, bytes);
            answered.add(kept);
        }
    }

    /// The journal has it, and nothing else does.
    void forgetAnswer(KeptKey kept) {
        answered.remove(kept);
        answerMemory.giveBack(owner, kept.forgetAnswer());
    }

    void remove(KeptKey kept) {
        if (keyToKept.remove(kept.key(), kept)) {
            forgetAnswer(kept);
            keyMemory.giveBack(owner, KEY_BYTES);
        }
    }

    /// Removes what is over, as far as nothing older than the rest is behind it.
    ///
    /// @return whether nothing is left
    boolean removeOver() {
        while (!keyToKept.isEmpty()) {
            KeptKey oldest = keyToKept.values().iterator().next();
            if (!isOver.test(oldest.atMillis())) {
                return false;
            }
            remove(oldest);
        }
        return true;
    }

    /// Makes room of the owner's own as long as there is some.
    private boolean hold(Pool memory, long bytes, BooleanSupplier makeRoom) {
        do {
            if (memory.take(owner, bytes)) {
                return true;
            }
        } while (makeRoom.getAsBoolean());
        return false;
    }

    private boolean removeOldestKey() {
        if (keyToKept.isEmpty()) {
            return false;
        }
        remove(keyToKept.values().iterator().next());
        return true;
    }

    private boolean forgetOldestAnswer() {
        if (answered.isEmpty()) {
            return false;
        }
        forgetAnswer(answered.getFirst());
        return true;
    }
}
