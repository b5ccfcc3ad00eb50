package io.interlude.journey;

/// What has to hold once the product was restarted.
@FunctionalInterface
interface AfterRestart {
    void check() throws Exception;
}
