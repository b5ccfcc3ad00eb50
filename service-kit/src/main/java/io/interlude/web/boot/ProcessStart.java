package io.interlude.web.boot;

import java.util.concurrent.CountDownLatch;

/// The start of a process that is one service alone.
///
/// @param service its name, such as `fetch-service`
/// @param closing open as soon as the process is to end
record ProcessStart(String service, CountDownLatch closing) {}
