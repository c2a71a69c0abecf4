import { tags } from "#server/http/openapi/tags.ts";
import { escapeHtml } from "../escape-html.ts";

/** Allows our own files and those of Swagger UI, which uses data: icons and inline styles. */
export const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The parts of a documentation page. `base` leads from the page to the folder `docs/`. */
interface DocsPage {
  title: string;
  base: string;
  contents: string;
  main: string;
  head?: string;
}

export function docsHtml({ title, base, contents, main, head = "" }: DocsPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${head}<link rel="stylesheet" href="${base}files/docs.css">
</head>
<body>
<div class="layout">
<nav class="contents" aria-label="Contents">
<h1>The portal's API</h1>
${contents}
</nav>
${main}
</div>
</body>
</html>`;
}

/** The API reference: our table of contents, and Swagger UI with the document. */
export function referencePage(): string {
  const groups = Object.values(tags).map(
    ({ name }) =>
      `<li><a href="#/${encodeURIComponent(name)}" data-group="${escapeHtml(name)}">${escapeHtml(name)}</a></li>`,
  );
  const base = "docs/";
  return docsHtml({
    title: "The portal's API",
    base,
    head: `<link rel="stylesheet" href="${base}files/swagger-ui.css">\n`,
    contents: `<input id="search" type="search" aria-label="Search the endpoints" placeholder="Search the endpoints">
<ul class="pages">
<li><a href="docs/webhooks">Signing webhooks</a></li>
<li><a href="openapi.json">The OpenAPI document</a></li>
</ul>
<ul>${groups.join("")}</ul>`,
    // Swagger UI brings a <main> of its own.
    main: `<div id="reference"></div>
<noscript class="text">The reference needs JavaScript. The <a href="openapi.json">OpenAPI document</a> says the same.</noscript>
<script src="${base}files/swagger-ui-bundle.js"></script>
<script src="${base}files/docs.js"></script>`,
  });
}
