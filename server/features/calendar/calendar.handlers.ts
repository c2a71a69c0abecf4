import { createHash } from "node:crypto";
import { sendCached } from "#server/http/answer.ts";
import { CachedReply, type Handlers } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { calendarEndpoints } from "#shared/calendar.ts";
import {
  makeCalendarSecret,
  openCalendar,
  readCalendarAddress,
  removeCalendarAddress,
} from "./calendar-addresses.ts";
import { readCalendar } from "./read-calendar.ts";

export const calendarHandlers: Handlers<typeof calendarEndpoints> = {
  getCalendarAddress: async ({ sql, viewer }) => ({
    calendar: await readCalendarAddress(sql, viewer.userId),
  }),

  async makeCalendarAddress({ sql, viewer, brand, publicUrl, clock, audit }) {
    const secret = await makeCalendarSecret(sql, viewer.userId, clock());
    await audit("calendar address made", viewer.userId);
    return { address: `${publicUrl(brand)}/api/calendar/${secret}/schedule.ics` };
  },

  async removeCalendarAddress({ sql, viewer, audit }) {
    if (await removeCalendarAddress(sql, viewer.userId)) {
      await audit("calendar address removed", viewer.userId);
    }
    return undefined;
  },

  async readCalendar({ db, params, brands, publicUrl, clock, req, res }) {
    const now = clock();
    const owner = await openCalendar(db.pool, params.secret, now);
    if (!owner) throw new Refusal("not_found");
    const { host } = new URL(publicUrl(brands.named(owner.brand)));
    const text = await readCalendar(db.pool, owner, { brands, host, now });
    const hash = createHash("sha256").update(text).digest("base64url");
    // A search engine that finds an address somewhere does not list it.
    res.setHeader("X-Robots-Tag", "noindex");
    await sendCached(
      ...[req, res, new CachedReply(Buffer.from(text), `"calendar-${hash.slice(0, 22)}"`)],
      "text/calendar; charset=utf-8",
    );
    return undefined;
  },
};
