package io.interlude.local.broker;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.StreamsGroupMemberDescription;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.StreamsGroupHeartbeatRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes the members of a killed process out of a Streams group, so that the next one need not wait
/// for their session to time out.
///
/// Only for the product in one process: there, whoever is in the group before Streams starts is
/// dead. The Streams protocol of Kafka 4.3.1 has no static members, and the admin client's removal
/// of members knows other group types only, so this says the member's own farewell for it.
public final class StaleMembers {

    private static final Logger LOG = LoggerFactory.getLogger(StaleMembers.class);
    private static final Duration DEADLINE = Duration.ofSeconds(5);
    private static final int LEAVE_EPOCH = StreamsGroupHeartbeatRequest.LEAVE_GROUP_MEMBER_EPOCH;

    private StaleMembers() {}

    /// Removes every member of the group and returns how many there were. Any failure is logged and
    /// leaves the session timeout to do it.
    public static int remove(Admin admin, InetSocketAddress broker, String groupId)
            throws InterruptedException {
        int removed = 0;
        try {
            for (String memberId : memberIds(admin, groupId)) {
                leave(broker, groupId, memberId);
                removed++;
            }
        } catch (IOException | ExecutionException | TimeoutException failure) {
            LOG.warn("event=stale_members_kept group={}", groupId, failure);
        }
        return removed;
    }

    private static List<String> memberIds(Admin admin, String groupId)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return admin
                    .describeStreamsGroups(List.of(groupId))
                    .all()
                    .get(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                    .values()
                    .stream()
                    .flatMap(group -> group.members().stream())
                    .map(StreamsGroupMemberDescription::memberId)
                    .toList();
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof GroupIdNotFoundException) {
                return List.of();
            }
            throw failure;
        }
    }

    /// One request over a connection of its own; the network client would need ten times the code.
    private static void leave(InetSocketAddress broker, String groupId, String memberId)
            throws IOException {
        short version = ApiKeys.STREAMS_GROUP_HEARTBEAT.latestVersion();
        RequestHeader header =
                new RequestHeader(ApiKeys.STREAMS_GROUP_HEARTBEAT, version, "stale-members", 1);
        ByteBuffer request =
                new StreamsGroupHeartbeatRequest(
                                new StreamsGroupHeartbeatRequestData()
                                        .setGroupId(groupId)
                                        .setMemberId(memberId)
                                        .setMemberEpoch(LEAVE_EPOCH),
                                version)
                        .serializeWithHeader(header);
        try (Socket socket = new Socket()) {
            int deadlineMillis = (int) DEADLINE.toMillis();
            socket.connect(broker, deadlineMillis);
            socket.setSoTimeout(deadlineMillis);
            OutputStream out = socket.getOutputStream();
            out.write(ByteBuffer.allocate(Integer.BYTES).putInt(request.remaining()).array());
            out.write(request.array(), request.arrayOffset(), request.remaining());
            out.flush();
            checkAnswer(socket, header);
        }
    }

    private static void checkAnswer(Socket socket, RequestHeader header) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        ByteBuffer answer = ByteBuffer.wrap(in.readNBytes(in.readInt()));
        AbstractResponse response = AbstractResponse.parseResponse(answer, header);
        for (Errors error : response.errorCounts().keySet()) {
            if (error != Errors.NONE && error != Errors.UNKNOWN_MEMBER_ID) {
                throw new IOException("The broker refused to remove a member: " + error + ".");
            }
        }
    }
}
