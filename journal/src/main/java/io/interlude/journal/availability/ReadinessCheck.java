package io.interlude.journal.availability;

/// One thing that must hold before the process may be sent requests. Every bean of this type is
/// asked on each call of `/health/ready`, so the answer must not wait.
public interface ReadinessCheck {
    /// Stable name in the answer, such as `catalogue`.
    String name();

    boolean ready();
}
