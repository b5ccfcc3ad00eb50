package io.interlude.local.demo;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/// An endless stream of moments at which an app asks for an ad: the pauses of one conversation
/// after the other, in an order that the seed fixes. Used by one thread.
final class MomentStream {
    private final List<DemoConversation> conversations;
    private final SplittableRandom random;
    private final Deque<Moment> upcoming = new ArrayDeque<>();

    /// @throws IllegalArgumentException when no conversation has a pause
    MomentStream(List<DemoConversation> conversations, long seed) {
        this.conversations = conversations.stream().filter(c -> !c.pauses().isEmpty()).toList();
        if (this.conversations.isEmpty()) {
            throw new IllegalArgumentException("No conversation has two turns or more.");
        }
        this.random = new SplittableRandom(seed);
    }

    Moment next() {
        if (upcoming.isEmpty()) {
            DemoConversation conversation = conversations.get(random.nextInt(conversations.size()));
            SplittableRandom own = random.split();
            for (int turnsSaid : conversation.pauses()) {
                upcoming.addLast(new Moment(conversation, turnsSaid, own.split()));
            }
        }
        return upcoming.removeFirst();
    }

    /// A pause of a conversation, and the chance that rules what the person does then.
    record Moment(DemoConversation conversation, int turnsSaid, SplittableRandom random) {}
}
