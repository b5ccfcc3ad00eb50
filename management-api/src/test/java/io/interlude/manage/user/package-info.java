/// Tests of people, their roles and what they approve.
@org.jspecify.annotations.NullMarked
package io.interlude.manage.user;
