import { phoneEndpoints } from "#shared/phones.ts";
import { defineThing, descriptions } from "./thing.ts";

export const phones = defineThing({
  name: "phones",
  title: "Phone numbers",
  screen: "/psychic/profile",
  edits: [phoneEndpoints.savePhone, phoneEndpoints.preferPhone],
  overlay: {
    answers: [phoneEndpoints.listPhones],
    show: ({ phones, total }, body, { request }) => {
      if (!body) {
        const preferred = Number(request.params?.phoneId);
        return {
          phones: phones.map((one) => ({ ...one, preferred: one.id === preferred })),
          total,
        };
      }
      const { phone: change } = body;
      // An added number has no id until the server gives it one: only the screen of unsent edits shows it.
      const list = phones.flatMap((one) => {
        if (one.id !== change.id) return [one];
        return change.delete ? [] : [{ ...one, ...(change as object) }];
      });
      return { phones: list, total: list.length };
    },
  },
  describe: async () => (await descriptions()).phones,
});
