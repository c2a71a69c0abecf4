import type { Handlers } from "#server/http/handler.ts";
import { requirePsychic } from "#server/http/lock-psychic.ts";
import type { Services } from "#server/services.ts";
import type { newsEndpoints } from "#shared/news.ts";
import { createNewsBoard } from "./news-board.ts";
import { readNews } from "./read-news.ts";

/** @param services the process's own: all streams share one board. */
export function newsHandlers(services: Services): Handlers<typeof newsEndpoints> {
  const board = createNewsBoard({
    news: services.db.news,
    read: (psychicId) => readNews(services, psychicId),
    log: services.log,
  });
  return {
    async followNews({ sql, params }) {
      await requirePsychic(sql, params.id);
      return board.feedOf(params.id);
    },
  };
}
