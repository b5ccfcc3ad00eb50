// Drives the code of docs/publishers/chat-platform.md as a platform would: over HTTP.
import { server } from "./webhook.mjs";

server.listen(0, "127.0.0.1", async () => {
  const post = async (action) => {
    const response = await fetch(`http://127.0.0.1:${server.address().port}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ session: "sessions/4711", queryResult: { action, queryText: "Where is my parcel?" } }),
    });
    return response.json();
  };
  const answers = { withAd: await post("order.status"), withoutAd: await post("shipping.tracking") };
  console.log(JSON.stringify(answers));
  server.close();
});
