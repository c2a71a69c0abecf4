import type { customerEndpoints } from "../../../shared/customers.ts";
import { newYorkDay } from "../../../shared/rules/new-york.ts";
import type { Handlers } from "../../http/handler.ts";
import { rangeOf } from "../../http/range.ts";
import { Refusal } from "../../http/refusal.ts";
import { requirePsychic } from "../../http/subject.ts";
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
