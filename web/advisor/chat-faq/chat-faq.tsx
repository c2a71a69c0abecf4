import { HelpArticle } from "../help/help-article.tsx";
import { chatWelcome } from "../help/help-pages.ts";

/** The online chat welcome, at its own address (R55). */
export function ChatFaq() {
  return <HelpArticle entry={chatWelcome} />;
}
