package io.interlude.journey;

import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/// Puts the clock of a product back, so that days have passed when it starts again without this.
/// Named to the process as a source of beans.
@Configuration(proxyBeanMethods = false)
class PastClock {
    /// How far it is behind.
    static final Duration BEHIND = Duration.ofDays(5);

    /// Of the process.
    static final String SETTING = "SPRING_MAIN_SOURCES";

    @Bean
    @Primary
    InstantSource clockOfDaysAgo() {
        return Clock.offset(Clock.systemUTC(), BEHIND.negated());
    }
}
