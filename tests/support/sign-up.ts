/**
 * The wizard's request if an applicant fills in everything but the second line of the address. Each
 * test overrides some fields.
 */
export const signUp = {
  referral: "123456",
  username: "stella",
  password: "seven-stars",
  confirm_password: "seven-stars",
  pin: "4711",
  first: "Stella",
  last: "Maris",
  address1: "7 Harbor Road",
  address2: null,
  postal_code: "10025",
  city: "New York",
  region: "NY",
  country: "US",
  ssn: "900-12-3456",
  email: "stella@people.example",
  phone: "212-555-0199",
  phone_type: 1,
  country_code: 1,
  sms: true,
  contact_method: "E",
  zodiac: 12,
  gender: "F",
  language: 2,
  languages: [1, 2],
  experience: 7,
  credentials: ["Reiki master"],
  agreed_privacy: true,
  confirmed_psychic: true,
};
