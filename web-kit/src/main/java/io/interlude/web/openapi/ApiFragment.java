package io.interlude.web.openapi;

/// One service's description of its routes: a part of an OpenAPI 3.1 document in YAML, with
/// `paths`, `components` and `tags`. Every bean of this type is in the document of its process.
///
/// An operation writes two things shorter than OpenAPI does, and [ApiDescription] writes them out:
/// `refusals`, a list of reasons beyond those that every operation has, and `keys`, the kinds of
/// keys that may call it; none makes it open to everybody.
///
/// @param resource path on the class path, without a slash in front
public record ApiFragment(String resource) {}
