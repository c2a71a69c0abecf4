/** Escapes a text for HTML, between tags and in quoted attributes. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
