import { giftEndpoints } from "#shared/gifts.ts";
import { defineThing, descriptions } from "./thing.ts";

export const gift = defineThing({
  name: "gift",
  title: "Gift",
  screen: "/psychic/compose",
  edits: [giftEndpoints.sendGifts],
  creates: true,
  describe: async () => (await descriptions()).gift,
});
