#!/usr/bin/env bash
# Keeps the data folder of a built checkout for the tests of later releases. See README.md beside this file.
set -euo pipefail

if [[ $# -ne 2 ]]; then
    echo "usage: $0 CHECKOUT NAME, for example: $0 ../release-1.4 1.4" >&2
    exit 1
fi
here="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)"
root="$(cd -- "$here/../../../../.." && pwd -P)"
checkout="$(cd -- "$1" && pwd -P)"
name="$2"
port="${INTERLUDE_PORT:-18960}"
java="${JAVA_HOME:?set JAVA_HOME to a JDK 25}/bin/java"
folder="$(mktemp -d)"
pid=
trap '[[ -z "$pid" ]] || kill -KILL "$pid" 2> /dev/null; rm -rf "$folder"' EXIT

(cd "$root" && mvn ${MAVEN_OPTIONS:-} -B -ntp -pl journeys -am test-compile dependency:build-classpath \
    -Dmdep.includeScope=test "-Dmdep.outputFile=$folder/classpath" > "$folder/build") || {
    grep -m 9 '^\[[EW]' "$folder/build" >&2
    exit 1
}

# The smallest product: what is kept is in git for ever. Nothing of it is a secret of anybody's.
env INTERLUDE_DATA="$folder/data" INTERLUDE_PORT="$port" INTERLUDE_BROKER_PORT="$((port + 1))" \
    INTERLUDE_OPERATOR_TOKEN=operator-token-of-the-journey-tests INTERLUDE_DEMO=false \
    INTERLUDE_KAFKA_PARTITIONS=2 INTERLUDE_HTTP_REHEARSAL=0 \
    "$java" "@$checkout/interlude-local/product.options" -jar "$checkout/interlude-local/target/interlude-local.jar" \
    > "$folder/output" 2>&1 &
pid=$!
while ! grep -q '^ready ' "$folder/output"; do
    kill -0 "$pid" 2> /dev/null || { cat "$folder/output" >&2; exit 1; }
    sleep 0.2
done
"$java" -cp "$root/journeys/target/test-classes:$(cat "$folder/classpath")" io.interlude.journey.KeepFolder \
    "http://127.0.0.1:$port" operator-token-of-the-journey-tests "$(git -C "$checkout" rev-parse HEAD)" "$here/$name.json"
kill -TERM "$pid"
wait "$pid"
pid=

# What the product makes anew: its log, and native code.
rm -rf "$folder/data/log" "$folder"/data/streams/*.so
rm -f "$here/$name.zip"
"$JAVA_HOME/bin/jar" --create --no-manifest --file "$here/$name.zip" -C "$folder/data" .
ls -l "$here/$name.zip" "$here/$name.json"
