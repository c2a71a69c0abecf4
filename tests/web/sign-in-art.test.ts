import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { signInArt } from "#web/recruiting/art/sign-in-art.tsx";

// `npm test -- tests/web/sign-in-art.test.ts -u` writes the files after a change of the art.
test.each(Object.entries(signInArt))("web/ui/art/%s is the site's picture", async (name, art) => {
  const svg = `${renderToStaticMarkup(art)}\n`;
  await expect(svg).toMatchFileSnapshot(`../../web/ui/art/${name}`);
});
