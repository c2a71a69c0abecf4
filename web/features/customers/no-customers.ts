/** Shown instead of an empty list of customers, to psychics and managers. */
export const noCustomers = {
  title: "No customers on these dates",
  text: "Choose other dates. A customer appears here shortly after a call or chat has ended.",
};
