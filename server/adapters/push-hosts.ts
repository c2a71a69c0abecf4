/**
 * The browsers' push services. An endpoint is an address that a browser names and our server calls,
 * so only these hosts are called (safety 14): no host of our own network has such a name, and the
 * certificate must match it.
 */
const knownHosts = [
  // Chromium and browsers built on it.
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
 * Whether the server may call an endpoint.
 * @param further hosts of other push services, `host` or `host:port`. Only these may have a port or
 * be an IP address, and on this machine they may do without TLS.
 */
export function isPushEndpoint(endpoint: string, further: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, host, port, username, password, hash } = new URL(endpoint);
  if (username || password || hash) return false;
  const isNamed = further.includes(host);
  const isEncrypted = protocol === "https:";
  if (!isEncrypted && !(isNamed && protocol === "http:" && thisMachine.has(hostname))) return false;
  return isNamed || (port === "" && knownHosts.some((known) => known.test(hostname)));
}
