package io.interlude.schema.registry;

/// The refusals of the registry: Confluent's error codes and the HTTP status of each.
public enum RegistryError {
    BAD_REQUEST(400, 400),
    NO_SUCH_RESOURCE(404, 404),
    METHOD_NOT_ALLOWED(405, 405),
    INCOMPATIBLE_SCHEMA(409, 409),
    SUBJECT_NOT_FOUND(404, 40401),
    VERSION_NOT_FOUND(404, 40402),
    SCHEMA_NOT_FOUND(404, 40403),
    SUBJECT_SOFT_DELETED(404, 40404),
    SUBJECT_NOT_SOFT_DELETED(404, 40405),
    VERSION_SOFT_DELETED(404, 40406),
    VERSION_NOT_SOFT_DELETED(404, 40407),
    SUBJECT_COMPATIBILITY_NOT_CONFIGURED(404, 40408),
    SUBJECT_MODE_NOT_CONFIGURED(404, 40409),
    INVALID_REQUEST(422, 422),
    INVALID_SCHEMA(422, 42201),
    INVALID_VERSION(422, 42202),
    INVALID_COMPATIBILITY_LEVEL(422, 42203),
    INVALID_MODE(422, 42204),
    OPERATION_NOT_PERMITTED(422, 42205),
    REFERENCE_EXISTS(422, 42206),
    INVALID_SUBJECT(422, 42208),
    STORE_FAILED(500, 50001);

    private final int status;
    private final int code;

    RegistryError(int status, int code) {
        this.status = status;
        this.code = code;
    }

    public int status() {
        return status;
    }

    public int code() {
        return code;
    }

    /// The refusal, with a message for people.
    public RegistryException because(String message) {
        return new RegistryException(this, message, null);
    }
}
