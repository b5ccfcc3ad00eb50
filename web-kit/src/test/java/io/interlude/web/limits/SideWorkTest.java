package io.interlude.web.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class SideWorkTest {
    private final Deque<Runnable> threads = new ArrayDeque<>();
    private final SideWork work = new SideWork(threads::add);
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
}
