package io.interlude.domain.prepared;

import io.interlude.domain.targeting.Bits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Line items by the ad unit that they may fill: those that name its code, and those with none.
///
/// Of a code that few name the numbers are kept, and the set is made when it is asked for: a set
/// for each code would grow with the product of line items and codes. So the whole takes at most
/// four bytes for each code that a line item names, and no request adds more than two numbers for
/// each word of a set. Immutable.
final class AdUnitIndex {
    /// Named by one line item in so many, or more, a set is no larger than the numbers.
    private static final int FEW = Integer.SIZE;

    private final long[] everywhere;
    private final Map<String, long[]> codeToMany = new HashMap<>();
    private final Map<String, int[]> codeToFew = new HashMap<>();

    /// @param itemToCodes the codes that each line item names; none to be everywhere
    AdUnitIndex(List<Set<String>> itemToCodes) {
        everywhere = Bits.none(itemToCodes.size());
        Map<String, List<Integer>> codeToItems = new HashMap<>();
        for (int number = 0; number < itemToCodes.size(); number++) {
            if (itemToCodes.get(number).isEmpty()) {
                Bits.set(everywhere, number);
            }
            for (String code : itemToCodes.get(number)) {
                codeToItems.computeIfAbsent(code, _ -> new ArrayList<>(1)).add(number);
            }
        }
        codeToItems.forEach((code, items) -> {
            int[] numbers = items.stream().mapToInt(Integer::intValue).toArray();
            if ((long) numbers.length * FEW < itemToCodes.size()) {
                codeToFew.put(code, numbers);
            } else {
                codeToMany.put(code, with(numbers));
            }
        });
    }

    /// The numbers of those that may fill it, as a set that nobody changes.
    long[] on(String code) {
        int[] few = codeToFew.get(code);
        return few == null ? codeToMany.getOrDefault(code, everywhere) : with(few);
    }

    private long[] with(int[] numbers) {
        long[] set = everywhere.clone();
        for (int number : numbers) {
            Bits.set(set, number);
        }
        return set;
    }
}
