package io.interlude.check.tidy;

/// One place that breaks a rule, with what to do instead. Lines count from 1; 0 stands for the
/// whole file.
record Finding(String path, int line, String advice) {

    @Override
    public String toString() {
        return line == 0 ? path + ": " + advice : path + ":" + line + ": " + advice;
    }
}
