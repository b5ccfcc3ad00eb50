package io.interlude.benchmark.hostile;

import io.interlude.benchmark.hostile.scene.Scene;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/// One way to hurt the product.
///
/// @param name lower case, words joined by hyphens
/// @param holds the statement that must be true after it, besides what holds of every attack: the
///   process lives and is ready, and the victim's fetches, events and reports are as fast as ever
record Attack(String name, String holds, Assault assault) {
    /// Every attack, in the order in which they run: those that may leave something behind last.
    static List<Attack> all() {
        return Stream.of(
                        TreeAttacks.all(),
                        NumberAttacks.all(),
                        WrittenNumberAttacks.all(),
                        WireAttacks.all(),
                        ConnectionAttacks.all(),
                        FloodAttacks.all(),
                        FetchAttacks.all(),
                        NonsenseAttacks.all(),
                        EventAttacks.all(),
                        AnswerAttacks.all(),
                        CatalogueAttacks.all(),
                        HoardAttacks.all(),
                        RegistryAttacks.all(),
                        StateAttacks.all(),
                        HeldAttacks.all(),
                        RecordAttacks.all())
                .flatMap(List::stream)
                .toList();
    }

    /// Sends the requests and says what did not hold.
    @FunctionalInterface
    interface Assault {
        void run(Scene scene) throws IOException, InterruptedException;
    }
}
