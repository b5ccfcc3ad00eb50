package io.interlude.report.boot;

import io.interlude.web.openapi.ApiFragment;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The other services' descriptions beside our own. Behind a gateway there is one `/openapi.json`,
/// next to the console, and it tells of all that the gateway leads to.
@Configuration(proxyBeanMethods = false)
class WholeDescriptionConfiguration {
    @Bean
    static ApiFragment fetchDescription() {
        return new ApiFragment("openapi/others/fetch.yaml");
    }

    @Bean
    static ApiFragment eventsDescription() {
        return new ApiFragment("openapi/others/events.yaml");
    }

    @Bean
    static ApiFragment managementDescription() {
        return new ApiFragment("openapi/others/management.yaml");
    }

    @Bean
    static ApiFragment erasureDescription() {
        return new ApiFragment("openapi/others/erasure.yaml");
    }
}
