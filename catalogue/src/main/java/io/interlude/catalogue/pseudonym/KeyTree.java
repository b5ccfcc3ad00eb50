package io.interlude.catalogue.pseudonym;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One secret for each of very many leaves, made from a few: a puncturable pseudo-random function.
///
/// Every child's secret is a hash of its parent's (Goldreich, Goldwasser, Micali 1986, "How to
/// construct random functions"), so the root's leads to all of them. A leaf is forgotten by
/// keeping, in place of the secret that leads to it, those of the siblings along the way down to it
/// (Boneh, Waters 2013, "Constrained pseudorandom functions and their applications"): the secrets
/// of all other leaves stay what they are, and no way leads to this one any more.
///
/// One thread changes it, any number read it at the same time.
sealed interface KeyTree permits NodeTree, PageTree {
    /// Whether the point's key can be made.
    ///
    /// @param point 48 bits; its leaf is named by the first of them
    boolean leadsTo(long point);

    /// The key of the point's leaf; null if it is forgotten.
    byte @Nullable [] leafKey(long point);

    /// What it takes to forget the point's leaf; empty if it is forgotten. Changes nothing yet.
    Optional<Puncture> puncture(int generation, long point);

    /// Bytes of heap that it takes, roughly.
    long heapBytes();
}
