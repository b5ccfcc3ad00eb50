package io.interlude.catalogue.snapshot;

/// The heap that the catalogues of a process take, by [RecordWeight].
///
/// @param orgs number of orgs that have one
public record CatalogueSizes(int orgs, long sumBytes) {}
