/** SQL of New York's midnight at the start of a day: an instant, 23 to 25 hours before the next. */
export const startOfDay = (day: string) => `((${day})::timestamp at time zone 'America/New_York')`;
