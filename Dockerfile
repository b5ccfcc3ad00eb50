# syntax=docker/dockerfile:1
# One image for each service, from what `mvn package` made: docker build --build-arg SERVICE=fetch-service .
# What SERVICE may be: fetch-service, event-ingest, streams-aggregator, reporting-api, management-api.
FROM eclipse-temurin:25.0.3_9-jre-noble

ARG SERVICE
ARG VERSION=0.1.0

LABEL org.opencontainers.image.title="Interlude ${SERVICE}" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.licenses="Apache-2.0"

# A named volume takes the owner of the folder that it is mounted on.
RUN test -n "${SERVICE}" \
 && groupadd --gid 10001 interlude \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /var/lib/interlude --shell /usr/sbin/nologin interlude \
 && install --directory --owner=10001 --group=10001 --mode=0750 /var/lib/interlude

WORKDIR /opt/interlude
COPY service.options ./
COPY --chmod=0555 deploy/image/health-check /usr/local/bin/health-check
# Libraries first: they change less often than the service.
COPY ${SERVICE}/target/lib/ lib/
COPY ${SERVICE}/target/${SERVICE}.jar service.jar

# Everything that a process keeps is below this folder, and nothing else on its disk is written but /tmp.
ENV INTERLUDE_HTTP_HOST=0.0.0.0 \
    INTERLUDE_HTTP_PORT=8080 \
    INTERLUDE_OUTBOX_FOLDER=/var/lib/interlude/outbox \
    INTERLUDE_AGGREGATE_STATE_FOLDER=/var/lib/interlude/aggregate \
    INTERLUDE_ATTRIBUTES_FOLDER=/var/lib/interlude/attributes \
    INTERLUDE_CONTEXT_FOLDER=/var/lib/interlude/context
VOLUME ["/var/lib/interlude"]
EXPOSE 8080
USER 10001:10001

HEALTHCHECK --interval=5s --timeout=4s --start-period=120s --retries=6 CMD ["health-check", "/health/ready"]
# Readiness falls, what runs is ended, and the process ends with 0.
STOPSIGNAL SIGTERM
# JAVA_OPTS: options of the JVM that win over those of the file. `exec`, so that signals reach the JVM.
ENTRYPOINT ["sh", "-c", "exec java @/opt/interlude/service.options $JAVA_OPTS -jar /opt/interlude/service.jar"]
