package io.interlude.web.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class OrgTurnsTest {
    private final Deque<Runnable> threads = new ArrayDeque<>();
    private final OrgTurns work = new OrgTurns(threads::add, 6, 3);
    private final List<String> done = new ArrayList<>();

    private void add(String org, String name) {
        work.add(org, () -> done.add(name));
    }

    private void run() {
        while (!threads.isEmpty()) {
            threads.remove().run();
        }
    }

    @Test
    void orgsTakeTurnsAndTheWorkOfEachIsDoneInItsOrder() {
        add("a", "a1");
        add("a", "a2");
        add("a", "a3");
        add("b", "b1");
        add("c", "c1");
        add("b", "b2");

        run();

        assertThat(done).containsExactly("a1", "b1", "c1", "a2", "b2", "a3");
    }

    @Test
    void workThatIsAddedMeanwhileWaitsBehindTheOthers() {
        work.add(
                "a",
                () -> {
                    done.add("a1");
                    add("a", "a2");
                });
        add("b", "b1");

        run();

        assertThat(done).containsExactly("a1", "b1", "a2");
    }

    @Test
    void anOrgLeavesRoomForOthers() {
        add("a", "a1");
        add("a", "a2");
        add("a", "a3");

        assertRefused("a", "a4");
        add("b", "b1");
        run();
        add("a", "a5");
        run();

        assertThat(done).containsExactly("a1", "b1", "a2", "a3", "a5");
    }

    @Test
    void soMuchMayWaitAndNoMore() {
        for (String org : List.of("a", "b", "c", "d", "e", "f")) {
            add(org, org + "1");
        }

        assertRefused("g", "g1");
        run();
        add("g", "g2");
        run();

        assertThat(done).containsExactly("a1", "b1", "c1", "d1", "e1", "f1", "g2");
    }

    private void assertRefused(String org, String name) {
        assertThatThrownBy(() -> add(org, name)).isInstanceOf(RejectedExecutionException.class);
    }
}
