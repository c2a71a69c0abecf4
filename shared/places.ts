import { z } from "zod";
import { defineEndpoints } from "./http/endpoint.ts";

export const placeEndpoints = defineEndpoints({
  getPlace: {
    method: "GET",
    path: "/locations/{zip}",
    access: "public",
    sessionless: true,
    summary: "The city and region of a US code (ZIP+4 too) or a Canadian one.",
    params: z.object({ zip: z.string().max(100) }),
    response: z.object({ city: z.string(), region: z.string(), country: z.string() }),
    refuses: [404],
  },
});
