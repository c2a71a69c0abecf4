/** A text as HTML shows it, between tags and in attributes. */
export const quote = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
