/** What stands where a psychic had no customers, in both areas. */
export const noCustomers = {
  title: "No customers on these dates",
  text: "Choose other dates above. Whoever has a call or chat stands here as soon as it has ended.",
};
