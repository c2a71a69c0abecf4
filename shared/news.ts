import { defineEndpoints } from "./http/endpoint.ts";
import { psychicParams } from "./psychics.ts";

export const newsEndpoints = defineEndpoints({
  followNews: {
    method: "GET",
    path: "/psychics/{id}/news",
    access: "self-or-staff",
    needs: "see-psychics",
    summary:
      "Follow a psychic as server-sent events: `availability`, `calls` and `psychic` have the " +
      "answers of `/psychics/{id}/status`, `/psychics/{id}/scheduled_calls` and `/psychics/{id}`. " +
      "All three come first, and then each that has changed. An event `beat` comes every 20 seconds.",
    params: psychicParams,
    polled: true,
    produces: { type: "text/event-stream" },
    refuses: [404],
  },
});
