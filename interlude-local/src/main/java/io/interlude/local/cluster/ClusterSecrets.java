package io.interlude.local.cluster;

import io.interlude.local.boot.DataFolder;
import org.jspecify.annotations.Nullable;

/// The values that all processes of the cluster must share. Prints nothing.
///
/// @param clusterId of Kafka
/// @param signingSecret of fetch ids and click links
/// @param operatorToken makes orgs
record ClusterSecrets(
        String clusterId, DataFolder.Secret signingSecret, DataFolder.Secret operatorToken) {
    /// Those that the folder holds, made where it holds none.
    ///
    /// @param operatorToken given token; null to make and keep one
    static ClusterSecrets of(DataFolder folder, @Nullable String operatorToken) {
        return new ClusterSecrets(
                ClusterId.in(folder.path()),
                folder.secret("signing-key"),
                operatorToken == null
                        ? folder.secret("operator-token")
                        : new DataFolder.Secret(operatorToken, false));
    }

    @Override
    public String toString() {
        return "ClusterSecrets";
    }
}
