function paragraph(text: string, className?: string): HTMLParagraphElement {
  const element = document.createElement("p");
  element.textContent = text;
  if (className) element.className = className;
  return element;
}

/** Shows a notice in the live region with this id; it replaces the previous one. */
export function showNotice(id: "sent" | "failure", title: string, ...texts: string[]): void {
  const notice = document.createElement("div");
  notice.className = id === "failure" ? "notice is-danger" : "notice";
  notice.append(paragraph(title, "notice-title"), ...texts.map((text) => paragraph(text)));
  const region = document.getElementById(id);
  region?.replaceChildren(notice);
  notice.scrollIntoView({ block: "center" });
}

export function clearNotices(): void {
  for (const id of ["sent", "failure"]) document.getElementById(id)?.replaceChildren();
}
