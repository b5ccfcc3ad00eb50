import { createServer } from "node:http";
import { connect, createServer as createTcpServer } from "node:net";
import { once } from "node:events";

/** A server that answers as `answer(request)` says, and keeps what it was asked. */
export async function stubServer(answer) {
  const requests = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { pathname, searchParams } = new URL(request.url, "http://stub");
    const asked = { path: pathname, query: searchParams, headers: request.headers, body: text && JSON.parse(text) };
    requests.push(asked);
    const { status = 200, headers = {}, body, never } = await answer(asked, requests.length);
    if (never) return;
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    close: () => { server.closeAllConnections(); server.close(); },
  };
}

/** Every event recorded, as the service does. */
export const recorded = ({ body }) => ({ body: { results: body.events.map(() => ({ status: 201, eventId: "e" })) } });

/** A way to a server that can be cut and mended: while it is cut, connections are refused. */
export async function cuttableWay(target) {
  const { hostname, port } = new URL(target);
  const open = new Set();
  const server = createTcpServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [one, other] of [[near, far], [far, near]]) {
      open.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => { open.delete(one); other.destroy(); });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const own = server.address().port;
  return {
    url: `http://127.0.0.1:${own}`,
    async cut() {
      server.close();
      open.forEach((socket) => socket.destroy());
      await once(server, "close");
    },
    async mend() {
      server.listen(own, "127.0.0.1");
      await once(server, "listening");
    },
    close() {
      open.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}

/** Waits until the condition holds. */
export async function eventually(condition, millis = 30_000) {
  const until = Date.now() + millis;
  while (!(await condition())) {
    if (Date.now() > until) throw new Error(`not within ${millis} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
