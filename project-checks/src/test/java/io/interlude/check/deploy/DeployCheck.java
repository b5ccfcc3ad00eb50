package io.interlude.check.deploy;

import java.util.stream.Stream;

/// One thing that must hold of the deployment's files.
interface DeployCheck {

    /// What is wrong, a sentence each.
    Stream<String> findings(DeployFiles files);
}
