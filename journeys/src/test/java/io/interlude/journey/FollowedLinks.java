package io.interlude.journey;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/// Links of served ads, each followed once by one of some people at a time, and what became of it.
final class FollowedLinks {
    private static final int PEOPLE = 4;
    private static final int UNDER_WAY = 200;
    private static final int DEADLINE_SECONDS = 60;

    private final Api publisher;
    private final Queue<Link> unfollowed = new ConcurrentLinkedQueue<>();
    private final CountDownLatch underWay = new CountDownLatch(UNDER_WAY);
    private final Set<String> recorded = ConcurrentHashMap.newKeySet();
    private final Set<String> unpromised = ConcurrentHashMap.newKeySet();
    private final Set<Integer> otherStatuses = ConcurrentHashMap.newKeySet();

    FollowedLinks(Api publisher) {
        this.publisher = publisher;
    }

    /// Fetches an ad, to follow its link later.
    void fetch() throws IOException, InterruptedException {
        JsonNode ad = publisher.expect(200, "POST", "/v1/fetch/v2", "{\"adUnit\": \"pause\"}");
        String url =
                ad.path("payload").path("actions").path(0).path("navigate").path("url").asString();
        unfollowed.add(new Link(ad.path("messageId").asString(), URI.create(url)));
    }

    /// Begins to follow them; each person stops at the first that is not answered.
    List<Thread> follow() {
        List<Thread> people = new ArrayList<>();
        for (int i = 0; i < PEOPLE; i++) {
            people.add(Thread.ofVirtual().start(this::followAll));
        }
        return people;
    }

    private void followAll() {
        for (Link link = unfollowed.poll(); link != null; link = unfollowed.poll()) {
            try {
                int status =
                        publisher
                                .http()
                                .send(
                                        HttpRequest.newBuilder(link.url()).build(),
                                        HttpResponse.BodyHandlers.discarding())
                                .statusCode();
                if (status == 302) {
                    recorded.add(link.fetchId());
                    underWay.countDown();
                } else if (status == 307) {
                    unpromised.add(link.fetchId());
                } else {
                    otherStatuses.add(status);
                }
            } catch (IOException _) {
                unpromised.add(link.fetchId());
                return;
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    /// Waits until some were answered.
    boolean areUnderWay() throws InterruptedException {
        return underWay.await(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }

    /// Fetches whose click was answered 302.
    Set<String> recorded() {
        return recorded;
    }

    /// Fetches whose click got no answer, or 307 because the journal did not take it in time, as in
    /// the first moments of a process: it may be there or not.
    Set<String> unpromised() {
        return unpromised;
    }

    Set<Integer> otherStatuses() {
        return otherStatuses;
    }

    int left() {
        return unfollowed.size();
    }

    private record Link(String fetchId, URI url) {}
}
