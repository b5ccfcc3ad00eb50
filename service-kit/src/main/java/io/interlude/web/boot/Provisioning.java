package io.interlude.web.boot;

/// Makes what must exist before anything reads or writes: topics, schemas. Every bean of this type
/// runs once at start, in bean order, before any projection starts.
public interface Provisioning {
    void provision();
}
