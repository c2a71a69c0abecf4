import { documentEndpoints } from "#shared/documents.ts";
import { addressOf } from "../api/address.ts";

/** Opens the chat system in another window. The chat system uses plain http. */
export function openChat(): void {
  const address = new URL(addressOf(documentEndpoints.openChat), location.href);
  address.protocol = "http:";
  window.open(address, "chat", "popup,width=600,height=600");
}
