package io.interlude.kit.http;

import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/// One route: what answers a method on the paths of a pattern.
record Route(HttpMethod method, String pattern, HandlerFunction<ServerResponse> handler) {}
