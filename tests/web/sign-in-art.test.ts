import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { signInArt } from "#web/recruiting/art/sign-in-art.tsx";

// To write the files after changing the art: `npm test -- tests/web/sign-in-art.test.ts -u`.
test.each(Object.entries(signInArt))("web/ui/art/%s is the site's picture", async (name, art) => {
  const svg = `${renderToStaticMarkup(art)}\n`;
  await expect(svg).toMatchFileSnapshot(`../../web/ui/art/${name}`);
});
