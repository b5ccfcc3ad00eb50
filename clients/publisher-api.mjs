// Cuts what publishers use out of the product's OpenAPI document: the schemas of fetches and events, and nothing else,
// so that the types of the packages change when these do. Prints the result as JSON.
//
//   node publisher-api.mjs http://127.0.0.1:8080/openapi.json > openapi.json
import { readFile } from "node:fs/promises";

const OPERATIONS = ["/v1/fetch/v2", "/v1/event", "/v1/events", "/v1/event/offlineConversion"];
const REFERENCE = "#/components/schemas/";

const source = process.argv[2];
const text = /^https?:/.test(source)
  ? await (await fetch(source, { signal: AbortSignal.timeout(10_000) })).text()
  : await readFile(source, "utf8");
const whole = JSON.parse(text);
const schemas = {};

function keep(part) {
  for (const [key, value] of Object.entries(part ?? {})) {
    if (key === "$ref" && value.startsWith(REFERENCE)) {
      const name = value.slice(REFERENCE.length);
      if (!(name in schemas)) {
        schemas[name] = whole.components.schemas[name];
        keep(schemas[name]);
      }
    } else if (typeof value === "object") {
      keep(value);
    }
  }
}

for (const path of OPERATIONS) {
  const { requestBody, responses } = whole.paths[path].post;
  keep(requestBody);
  keep(Object.fromEntries(Object.entries(responses).filter(([status]) => status.startsWith("2"))));
}

console.log(JSON.stringify({
  openapi: whole.openapi,
  info: { title: whole.info.title, version: whole.info.version },
  paths: {},
  components: { schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))) },
}, null, 2));
