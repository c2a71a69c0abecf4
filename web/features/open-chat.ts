import { documentEndpoints } from "#shared/documents.ts";
import { addressOf } from "../api/address.ts";

/** Opens the chat system, which uses plain http, in another window. */
export function openChat(): void {
  const address = new URL(addressOf(documentEndpoints.openChat), location.href);
  address.protocol = "http:";
  window.open(address, "chat", "popup,width=600,height=600");
}
