import { z } from "zod";
import { customerId, dateQuery, instant, listQuery, pathCustomerId } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { psychicParams } from "./psychics.ts";

const minutes = z.int();
const count = z.int();
const average = z.number();

const customer = z.object({
  customer_id: customerId,
  username: z.string(),
  last_reading: instant,
  /** Calls and chats in the range (D21). */
  readings: count,
  total_minutes: minutes,
  /** Free minutes that the customer has not used, as of today (D47). */
  free_mins: minutes,
  alc: average,
});
z.globalRegistry.add(customer, { id: "Customer" });
export type Customer = z.infer<typeof customer>;

const advisorCustomer = z.object({
  customer_id: customerId,
  username: z.string(),
  /** The last reading, missed ones included. */
  last_contact_date: instant,
  total_calls: count,
  call_count: count,
  chat_count: count,
  missed_call_count: count,
  /** `repeat` if the range contains a repeat reading, even a missed one (E16). */
  customer_type: z.enum(["new", "repeat"]),
  /** 0 without a rating. */
  avg_customer_rating: average,
  total_minutes: minutes,
  free_mins: minutes,
  alc: average,
});
z.globalRegistry.add(advisorCustomer, { id: "AdvisorCustomer" });
export type AdvisorCustomer = z.infer<typeof advisorCustomer>;

const customerReading = z.object({ date: instant, minutes });
z.globalRegistry.add(customerReading, { id: "CustomerReading" });

export const customerEndpoints = defineEndpoints({
  listCustomers: {
    method: "GET",
    path: "/psychics/{id}/customers",
    access: "self-or-staff",
    needs: "see-psychics",
    summary: "List the customers with a reading in a range of days, with figures for that range.",
    params: psychicParams,
    query: dateQuery.extend(listQuery(customer.keyof().options as [string, ...string[]]).shape),
    response: z.object({ customers: z.array(customer), total: z.int() }),
    mayLag: true,
    refuses: [404],
  },
  listAdvisorCustomers: {
    method: "GET",
    path: "/psychics/{id}/customers/psychic",
    access: "self-or-staff",
    needs: "see-psychics",
    summary: "List a range's customers as a psychic sees them: calls, chats, missed and ratings.",
    params: psychicParams,
    query: dateQuery.extend(
      listQuery(advisorCustomer.keyof().options as [string, ...string[]]).shape,
    ),
    response: z.object({ customers: z.array(advisorCustomer), total: z.int() }),
    mayLag: true,
    refuses: [404],
  },
  listCustomerReadings: {
    method: "GET",
    path: "/psychics/{id}/customers/{customerId}",
    access: "self-or-staff",
    needs: "see-psychics",
    summary: "List all readings of one customer with this psychic, newest first.",
    params: psychicParams.extend({ customerId: pathCustomerId }),
    query: listQuery(customerReading.keyof().options as [string, ...string[]]),
    response: z.object({ readings: z.array(customerReading), total: z.int() }),
    mayLag: true,
    refuses: [404],
  },
});
