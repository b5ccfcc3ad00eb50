package io.interlude.domain.targeting;

import io.interlude.domain.number.NumberBounds;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One scalar of a request's attribute, read once as each type that a targeting value may ask for.
/// A text may read as all three, so that a query string selects as the same JSON body does. Equal
/// numbers have one form: they have no trailing zeros.
final class Operand implements Operands {
    /// With an exponent that no accepted number is beyond.
    private static final Pattern NUMBER =
            Pattern.compile(
                    "[+-]?(?:[0-9]++(?:\\.[0-9]*+)?+|\\.[0-9]++)(?:[eE][+-]?0*[0-9]{1,3})?");

    final @Nullable String folded;
    final @Nullable BigDecimal number;
    final @Nullable Boolean flag;
    private @Nullable TextSearch search;

    Operand(@Nullable String folded, @Nullable BigDecimal number, @Nullable Boolean flag) {
        this.folded = folded;
        this.number = number;
        this.flag = flag;
    }

    static Operand of(String text) {
        String folded = FoldedText.of(text);
        return new Operand(folded, number(text), flag(folded));
    }

    static Operand of(BigDecimal number) {
        return new Operand(null, withoutZeros(number), null);
    }

    static Operand of(boolean flag) {
        return new Operand(null, null, flag);
    }

    @Override
    public Operand[] each() {
        return new Operand[] {this};
    }

    @Override
    public boolean anyEquals(LeafValues values) {
        return values.hasEqual(this);
    }

    @Override
    public boolean anyDiffers(LeafValues values) {
        return !values.hasEqual(this);
    }

    @Override
    public boolean anyIsOrdered(LeafValues values, TargetingOp op) {
        return values.ordered(this, op);
    }

    @Override
    public boolean anyContains(String text) {
        TextSearch begun = search;
        if (begun == null) {
            begun = new TextSearch(folded == null ? List.of() : List.of(folded));
            search = begun;
        }
        return begun.anyContains(text);
    }

    @Override
    public boolean anyStartsWith(String text) {
        return folded != null && folded.startsWith(text);
    }

    /// The number without trailing zeros; itself where it has none.
    static BigDecimal withoutZeros(BigDecimal number) {
        BigDecimal stripped = number.stripTrailingZeros();
        return stripped.scale() == number.scale() ? number : stripped;
    }

    private static @Nullable Boolean flag(String folded) {
        return switch (folded) {
            case "true" -> Boolean.TRUE;
            case "false" -> Boolean.FALSE;
            default -> null;
        };
    }

    private static @Nullable BigDecimal number(String text) {
        return spellsNumber(text)
                ? NumberBounds.parse(text).map(Operand::withoutZeros).orElse(null)
                : null;
    }

    /// Keeps all else away from the parser, whose refusal is an exception.
    private static boolean spellsNumber(String text) {
        return !text.isEmpty() && text.charAt(0) <= '9' && NUMBER.matcher(text).matches();
    }
}
