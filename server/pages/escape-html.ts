/** Escapes a text for HTML, between tags and in attributes with double quotes. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
