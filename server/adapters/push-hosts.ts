/**
 * Push services of the browsers. An endpoint is an address that a browser names and our server then
 * calls, so nothing else is called (safety 14): no host of our own network goes by these names, and
 * a certificate must say them.
 */
const knownHosts = [
  // Chromium and what is built on it.
  /^fcm\.googleapis\.com$/,
  /^jmt17\.google\.com$/,
  // Firefox.
  /^updates\.push\.services\.mozilla\.com$/,
  // Safari.
  /^[a-z0-9-]+\.push\.apple\.com$/,
  // Edge on Windows.
  /^[a-z0-9-]+\.notify\.windows\.com$/,
];

const thisMachine = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether an endpoint may be called.
 * @param further hosts that are push services too, `host` or `host:port`; only such a one may have
 * a port of its own, be an address, or, on this machine, do without TLS.
 */
export function isPushEndpoint(endpoint: string, further: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, host, port, username, password, hash } = new URL(endpoint);
  if (username || password || hash) return false;
  const isNamed = further.includes(host);
  const isSealed = protocol === "https:";
  if (!isSealed && !(isNamed && protocol === "http:" && thisMachine.has(hostname))) return false;
  return isNamed || (port === "" && knownHosts.some((known) => known.test(hostname)));
}
