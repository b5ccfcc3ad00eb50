# For the scripts beside this file, each of which reads it with `source`.
root="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)"
jar="$root/interlude-local/target/interlude-local.jar"
java="${JAVA_HOME:+$JAVA_HOME/bin/}java"

# Prints the class path of module $1: its classes, those of the modules below it, which follow, and the product.
class_path_of() {
    local module path=
    for module in "$@"; do
        [[ -d "$root/$module/target/classes" && -f "$jar" ]] || {
            echo "benchmarks: not built yet: run ./interlude test, or mvn package -DskipTests -pl $1 -am." >&2
            return 1
        }
        path+="$root/$module/target/classes:"
    done
    echo "$path$jar:$root/interlude-local/target/lib/*"
}

# Prints the seconds since $1, which was $EPOCHREALTIME.
seconds_since() {
    awk -v from="$1" -v to="$EPOCHREALTIME" 'BEGIN { printf "%.1f", to - from }'
}
