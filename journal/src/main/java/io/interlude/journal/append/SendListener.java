package io.interlude.journal.append;

/// Hears, once, what became of a record that was given to Kafka's producer.
public interface SendListener {
    /// All in-sync replicas have it.
    void acknowledged(JournalPosition position);

    /// It was not acknowledged and will not be.
    void failed(SendFailure failure);
}
