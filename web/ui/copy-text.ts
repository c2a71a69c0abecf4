import { showNotice, showSuccess } from "#web/ui/notice-store.ts";

/**
 * Copies a text and says so.
 * @param what names it in a sentence, such as `the phone number`.
 * @param isSecret the notice does not repeat it: notices lie above every screen.
 */
export async function copyText(text: string, what: string, isSecret = false): Promise<void> {
  const name = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  try {
    await navigator.clipboard.writeText(text);
    showSuccess("Copied", isSecret ? `${name} can now be pasted.` : `${name}: ${text}`);
  } catch {
    // The browser refuses without TLS, or without permission.
    showNotice({
      ...{ kind: "danger", title: "Not Copied", persistent: true },
      text: isSecret ? `Select ${what} and copy it.` : `Copy ${what} from here: ${text}`,
    });
  }
}
