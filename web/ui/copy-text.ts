import { showNotice, showSuccess } from "#web/ui/notice-store.ts";

/** Copies a text. @param what names it in a sentence, such as `the phone number`. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showSuccess("Copied", `${what.charAt(0).toUpperCase()}${what.slice(1)}: ${text}`);
  } catch {
    // The browser refuses without TLS, or without permission.
    showNotice({
      ...{ kind: "danger", title: "Not Copied", persistent: true },
      text: `Copy ${what} from here: ${text}`,
    });
  }
}
