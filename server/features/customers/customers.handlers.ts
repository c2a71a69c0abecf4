import { rangeOf } from "#server/http/day-range.ts";
import type { Handlers } from "#server/http/handler.ts";
import { requirePsychic } from "#server/http/lock-psychic.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { customerEndpoints } from "#shared/customers.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { listAdvisorCustomers, listCustomerReadings, listCustomers } from "./customers.ts";

export const customerHandlers: Handlers<typeof customerEndpoints> = {
  async listCustomers({ sql, params, query, clock }) {
    const range = rangeOf(query, newYorkDay(clock()));
    await requirePsychic(sql, params.id);
    return listCustomers(sql, params.id, range, query);
  },

  async listAdvisorCustomers({ sql, params, query, clock }) {
    const range = rangeOf(query, newYorkDay(clock()));
    await requirePsychic(sql, params.id);
    return listAdvisorCustomers(sql, params.id, range, query);
  },

  async listCustomerReadings({ sql, params, query }) {
    const readings = await listCustomerReadings(sql, params.id, params.customerId, query);
    if (!readings) throw new Refusal("not_found");
    return readings;
  },
};
