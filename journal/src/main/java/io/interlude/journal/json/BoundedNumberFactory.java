package io.interlude.journal.json;

import io.interlude.domain.number.NumberBounds;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.core.util.JsonParserDelegate;

/// Makes parsers that read every number that JSON can spell, in bounded time, so that one number is
/// never why a whole text is unreadable.
final class BoundedNumberFactory extends JsonFactory {
    BoundedNumberFactory(JsonFactoryBuilder builder) {
        super(builder);
    }

    @Override
    protected JsonParser _createParser(
            ObjectReadContext readCtxt, IOContext ioCtxt, InputStream in) {
        return new BoundedParser(super._createParser(readCtxt, ioCtxt, in));
    }

    @Override
    protected JsonParser _createParser(ObjectReadContext readCtxt, IOContext ioCtxt, Reader r) {
        return new BoundedParser(super._createParser(readCtxt, ioCtxt, r));
    }

    @Override
    protected JsonParser _createParser(
            ObjectReadContext readCtxt,
            IOContext ioCtxt,
            char[] data,
            int offset,
            int len,
            boolean recyclable) {
        return new BoundedParser(
                super._createParser(readCtxt, ioCtxt, data, offset, len, recyclable));
    }

    @Override
    protected JsonParser _createParser(
            ObjectReadContext readCtxt, IOContext ioCtxt, byte[] data, int offset, int len) {
        return new BoundedParser(super._createParser(readCtxt, ioCtxt, data, offset, len));
    }

    private static final class BoundedParser extends JsonParserDelegate {
        /// Up to here a spelling cannot be out of bounds, and the parser's own way is the fastest.
        private static final int CERTAINLY_SHORT = 18;

        BoundedParser(JsonParser parser) {
            super(parser);
        }

        @Override
        public NumberType getNumberType() {
            return isLongInteger() ? NumberType.BIG_INTEGER : delegate.getNumberType();
        }

        @Override
        public BigDecimal getDecimalValue() {
            return delegate.currentToken() == JsonToken.VALUE_NUMBER_FLOAT
                    ? NumberBounds.read(delegate.getString())
                    : delegate.getDecimalValue();
        }

        @Override
        public BigInteger getBigIntegerValue() {
            return isLongInteger()
                    ? NumberBounds.readInteger(delegate.getString())
                    : delegate.getBigIntegerValue();
        }

        /// Longer than any long, its sign included.
        private boolean isLongInteger() {
            return delegate.currentToken() == JsonToken.VALUE_NUMBER_INT
                    && delegate.getStringLength() > CERTAINLY_SHORT + 2;
        }
    }
}
