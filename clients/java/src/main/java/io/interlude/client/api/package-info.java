/// The server's requests and answers, as records. A test holds them to `clients/openapi.json`: each
/// has the fields of its schema, and null or nothing where the schema lets a field be absent.
@NullMarked
package io.interlude.client.api;

import org.jspecify.annotations.NullMarked;
