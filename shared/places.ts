import { z } from "zod";
import { text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";

export const placeEndpoints = defineEndpoints({
  getPlace: {
    method: "GET",
    path: "/locations/{zip}",
    access: "public",
    session: "none",
    summary: "Get the city and region of a US (ZIP or ZIP+4) or Canadian postal code.",
    params: z.object({ zip: text(100) }),
    response: z.object({ city: z.string(), region: z.string(), country: z.string() }),
    refuses: [404],
  },
});
