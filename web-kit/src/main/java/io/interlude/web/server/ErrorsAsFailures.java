package io.interlude.web.server;

import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoOperator;
import reactor.core.publisher.Operators;

/// Fails with an error of the JVM that comes while its source is subscribed to, such as a stack
/// that overflows or a class that is missing. Reactor throws those past everybody who waits for an
/// outcome: the request would have no answer, and what it holds would never be given back.
final class ErrorsAsFailures<T> extends MonoOperator<T, T> {
    ErrorsAsFailures(Mono<T> source) {
        super(source);
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        try {
            source.subscribe(actual);
        } catch (StackOverflowError | LinkageError error) {
            Operators.error(actual, new IllegalStateException("the handler broke off", error));
        }
    }
}
