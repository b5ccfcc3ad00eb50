package io.interlude.journey;

import java.io.IOException;
import java.nio.file.Path;

/// What people do in the console, each in an org of its own.
enum ConsoleWork {
    A_DAY_BY_MOUSE,
    A_DAY_BY_KEYBOARD,
    MEND_AND_PLAY_A_FLOW,
    LOOK_AT_NUMBERS,
    BOOK_MEND_AND_EXPLAIN;

    /// Does it.
    ///
    /// @param folder for files that the browser saves
    void begin(ProductProcess product, Path folder) throws IOException, InterruptedException {
        switch (this) {
            case A_DAY_BY_MOUSE -> ConsoleDay.byMouse(product, folder.resolve(name()));
            case A_DAY_BY_KEYBOARD -> ConsoleDay.byKeyboard(product, folder.resolve(name()));
            case MEND_AND_PLAY_A_FLOW -> ConsoleFlowJourney.mendPlayAndSave(product);
            case LOOK_AT_NUMBERS -> ConsolePagesJourney.lookAtNumbers(product);
            case BOOK_MEND_AND_EXPLAIN -> ConsoleBookingJourney.setUpBookAndFindOut(product);
        }
    }
}
