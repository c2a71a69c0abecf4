/** What stands where a psychic had no customers, in both areas. */
export const noCustomers = {
  title: "No customers on these dates",
  text: "Choose other dates above. A customer appears here as soon as a call or chat has ended.",
};
