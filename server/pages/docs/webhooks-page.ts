import { readFileSync } from "node:fs";
import { escapeHtml } from "../escape-html.ts";
import { docsHtml } from "./docs-page.ts";

const samples = [
  ["node", "Node.js", "webhooks.mjs"],
  ["python", "Python", "webhooks.py"],
  ["php", "PHP", "webhooks.php"],
] as const;

const sample = (file: string) => readFileSync(new URL(`samples/${file}`, import.meta.url), "utf8");

/** How the platform signs its events and checks the portal's. */
export function webhooksPage(): string {
  const links = samples.map(([id, name]) => `<li><a href="#${id}">${name}</a></li>`).join("");
  const code = samples
    .map(
      ([id, name, file]) =>
        `<h2 id="${id}">${name}</h2>\n<pre tabindex="0"><code>${escapeHtml(sample(file))}</code></pre>`,
    )
    .join("\n");
  return docsHtml({
    title: "Signing webhooks",
    base: "",
    contents: `<ul class="pages"><li><a href="../docs">The API reference</a></li></ul>
<ul><li><a href="#rules">Rules</a></li>${links}<li><a href="#recordings">Recordings</a></li><li><a href="#answers">Answers</a></li></ul>`,
    main: `<main class="text">
<h1 id="rules">Signing webhooks</h1>
<p>The phone and chat platform and the portal send each other events. Both directions use
<a href="https://www.standardwebhooks.com">Standard Webhooks</a>, so its libraries work too.</p>
<table>
<tr><th scope="row"><code>webhook-id</code></th><td>The event's id. A repeat keeps the id. The receiver applies each id once.</td></tr>
<tr><th scope="row"><code>webhook-timestamp</code></th><td>Unix seconds at the time of sending. The receiver refuses more than 5 minutes of difference.</td></tr>
<tr><th scope="row"><code>webhook-signature</code></th><td><code>v1,</code> and the base64 HMAC-SHA-256 of <code>id.timestamp.body</code>. While a secret is being changed, the header has several signatures, with spaces between them. One of them must be right.</td></tr>
</table>
<p>A secret is <code>whsec_</code> and a key in base64. The portal reads <code>INGEST_SECRET</code> for events that come in and <code>PLATFORM_WEBHOOK_SECRET</code> for events that it sends. Each setting has one secret. While you change it, it may have two, with a space between them.</p>
<p>Sign the bytes that you send. Check the bytes that arrived, before you parse them.</p>
${code}
<h2 id="recordings">Recordings</h2>
<p>Send a recording before the reading that has it, or correct the reading afterwards with <code>has_recording</code>.</p>
<ol>
<li>Ask <code>POST /ingest/recordings</code>, signed like an event, with <code>{"connection_id": "…", "day": "YYYY-MM-DD", "size": …}</code>. <code>day</code> is the New York day on which the reading started, <code>size</code> the bytes of the WAV file, at most 200,000,000.</li>
<li>The answer has a <code>url</code>, which may be on another host. Send the file there with <code>PUT</code>, <code>Content-Type: audio/wav</code> and that exact length, without a signature, before <code>expires_at</code>.</li>
<li>Any 2xx answer means that the file is stored. After any other answer nothing is stored: ask for another address and send the file again. A later file replaces an earlier one.</li>
</ol>
<h2 id="answers">Answers</h2>
<table>
<tr><th scope="row">200</th><td>Done. <code>applied</code> counts the items that changed something or confirmed what was known. <code>duplicate</code> is true for an id that came before.</td></tr>
<tr><th scope="row">401</th><td>A header is missing, the signature is wrong, or the clock is more than 5 minutes off.</td></tr>
<tr><th scope="row">422</th><td>Something in the event is wrong, and nothing of it was applied. <code>errors</code> names each place, such as <code>data.readings.17.rate</code>. Correct it and send it under a new id.</td></tr>
<tr><th scope="row">429, 503</th><td>Wait as long as <code>Retry-After</code> says. Then send the same event again.</td></tr>
</table>
</main>`,
  });
}
