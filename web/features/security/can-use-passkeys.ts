/** WebAuthn needs a page with a name: an address such as 127.0.0.1 or [::1] is refused. */
const hasName = () => !/^[\d.]+$|^\[/.test(location.hostname);

/** Whether this browser can use passkeys on this page. */
export const canUsePasskeys = () =>
  window.isSecureContext && "PublicKeyCredential" in window && hasName();
