package io.interlude.catalogue.pseudonym;

/// The secrets of one part of a [PageTree], packed: the numbers of the destroyed leaves of that
/// part in rising order, and the secrets of the highest nodes that lead to none of them, from left
/// to right. Where these nodes are follows from the numbers.
///
/// The bytes are how many numbers there are, the numbers, each in two bytes, then the secrets, 16
/// bytes each.
public final class KeyPage {
    /// The highest number of a page.
    public static final int LAST = PageTree.PAGES;

    private final int number;
    private final byte[] bytes;

    /// @param number 0 for the part at the top; 1 to 4,096 for the parts below it, from left to
    ///   right
    /// @param bytes not to be changed
    /// @throws IllegalArgumentException if these are no bytes of such a page
    public KeyPage(int number, byte[] bytes) {
        if (number < 0 || number > LAST) {
            throw new IllegalArgumentException("no page has the number " + number);
        }
        if (!fits(number, bytes)) {
            throw new IllegalArgumentException("no page of secrets: " + bytes.length + " bytes");
        }
        this.number = number;
        this.bytes = bytes;
    }

    public int number() {
        return number;
    }

    /// Not to be changed.
    public byte[] bytes() {
        return bytes;
    }

    /// Whether these can be the bytes of the page with this number.
    public static boolean fits(int number, byte[] bytes) {
        return PackedSecrets.fit(bytes, number == 0 ? PageTree.TOP_BITS : PageTree.LOW_BITS);
    }

    /// All that a new tree is kept in.
    ///
    /// @param secret 16 random bytes
    public static KeyPage ofNewTree(byte[] secret) {
        return new KeyPage(0, PackedSecrets.all(secret));
    }

    /// Names no secret.
    @Override
    public String toString() {
        return "KeyPage[" + number + ", " + bytes.length + " bytes]";
    }
}
