/** The id of the demo's psychic `luna`, whom `npm start` creates. */
const luna = 5;

/** Example values of path parameters, right in the demo. */
export const parameterExamples: Record<string, unknown> = {
  id: luna,
  zip: "10025",
  term: "luna",
  call: "310004",
  name: "default_m.jpg",
};

const listing = {
  sales_pitch: "Clear, kind and to the point",
  body: "I have read tarot for twenty years.\nAsk me about love and work.",
  categories: [26, 25],
};

const signUp = {
  referral: null,
  username: "stella",
  password: "seven-stars-over-the-sea",
  confirm_password: "seven-stars-over-the-sea",
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
  phone_type: 3,
  country_code: 1,
  sms: true,
  contact_method: "P",
  zodiac: 12,
  gender: "F",
  language: 1,
  languages: [2],
  experience: 7,
  credentials: ["Reiki master"],
};

const contact = {
  name: "Jordan Applicant",
  email: "jordan@people.example",
  phone: "212-555-0100",
  method: "E",
  comments: "Tarot for twenty years",
  referral: null,
};

const reading = {
  connection_id: "call-20260301-0001",
  user_id: luna,
  customer_id: 77,
  customer_username: "sunny77",
  conn_type: "Call",
  started_at: "2026-03-01T17:00:00Z",
  minutes: 12,
  free_minutes: 3,
  paid_minutes: 9,
  rate: 2.99,
  revenue: 26.91,
  result: "Completed",
  rating: 5,
  rating_text: "Very kind",
  has_recording: false,
};

/** A request body per operation. A test validates each against the endpoint's schema. */
export const examples: Record<string, unknown> = {
  signIn: { username: "manager", password: "manager-demo" },
  forgotPassword: { email: "stella@people.example" },
  setPasswordUnchecked: { password: "seven-stars-over-the-sea" },
  changePassword: { old: "manager-demo", password: "seven-stars-over-the-sea" },
  setStaffRole: { role: "recruiter", from: "manager" },
  inviteStaff: {
    ...{ username: "nora", first: "Nora", last: "Newman", brand: "cos" },
    ...{ email: "nora@staff.example", role: "recruiter" },
  },
  shutOutStaff: { successor: 2 },
  setOwnAbsence: { from: "2026-03-02", to: "2026-03-13", delegate: 2 },
  setAbsence: { from: "2026-03-02", to: "2026-03-13", delegate: 2 },
  setOwnLanguages: { languages: [1, 2] },
  setAssignmentRule: { kind: "fixed", manager_id: 2, version: 0 },
  reassign: { to: 2, psychics: [{ id: luna, from: 1 }] },
  noteExport: { list: "psychics", start_date: "2026-03-01", end_date: "2026-03-07" },
  notePsychicExport: { list: "readings", start_date: "2026-03-01", end_date: "2026-03-07" },
  setAgentPassword: { id: luna, password: "seven-stars-over-the-sea" },
  confirmSession: { password: "manager-demo" },
  signInWithCode: { code: "123456" },
  signInWithPasskey: {
    credential: {
      ...{ id: "cGFzc2tleQ", rawId: "cGFzc2tleQ", type: "public-key" },
      response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" },
    },
  },
  addPasskey: {
    name: "Chrome on Windows",
    credential: {
      ...{ id: "cGFzc2tleQ", rawId: "cGFzc2tleQ", type: "public-key" },
      response: { clientDataJSON: "e30", attestationObject: "AA", transports: ["internal"] },
    },
  },
  renamePasskey: { name: "Work laptop" },
  confirmCodeApp: { code: "123456" },
  openSsn: { reason: "The bank refused the payment" },
  correctSsn: { ssn: "900123456", reason: "A digit was wrong at the sign-up" },
  makeTaxFile: { year: 2026 },
  acceptAgreement: { hash: "0".repeat(64) },
  erasePerson: { kind: "customer", id: 77, name: "moonchild", reason: "The customer asked" },
  undoEmailChange: { token: "from-the-letter" },
  disownSignIn: { token: "from-the-letter" },
  createPsychic: { psychic: signUp },
  setAvailability: { code: "O" },
  askPlatform: { since: "2026-03-08T18:25:00.000Z" },
  setAccountStatus: { acctStatus: "Active" },
  setPermissions: { permissions: "AgentPhone,AgentChat" },
  setAutoEmail: { autoEmail: true },
  updateOwnProfile: { profile: { email: "manager@people.example" } },
  updateProfile: { profile: { experience: 8, credentials: ["Reiki master"] } },
  rejectProfile: { reason: "Please tell us more about your experience." },
  savePhone: { phone: { phone_number: "212-555-0123", type: 3, time_zone_id: 11 } },
  approvePicture: { image: null },
  rejectPicture: { image: null },
  submitListing: { listing },
  rejectListing: { reason: "Please leave out phone numbers." },
  updateSchedule: {
    schedule: [
      { day: 2, number: 1, status: "A", from: "09:00", to: "12:30" },
      { day: 2, number: 2, status: "O", from: "18:00", to: "22:00", weeks: "A" },
    ],
  },
  updateExceptions: {
    exceptions: [
      {
        ...{ kind: "off", first_day: "2026-12-10", last_day: "2026-12-18" },
        ...{ starts: null, ends: null, note: "Travelling" },
      },
    ],
  },
  answerCall: {
    ...{ answer: "late", late_minutes: 10 },
    ...{ at: "2026-03-01T17:00:00Z", answered_at: "2026-03-01T16:46:12Z" },
  },
  sendGifts: { subject: "For you", body: "Come back soon", minutes: 3, customers: [77] },
  reportProblem: { category: "Phone", details: "Calls drop after twenty minutes." },
  createContact: { contact },
  createSubscription: {
    endpoint: "https://push.example/device",
    keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
    label: "My phone",
  },
  updatePushSettings: { kinds: { due: true }, quiet_from: "22:00", quiet_to: "07:00" },
  ingestEvent: {
    type: "readings.recorded",
    timestamp: "2026-03-01T17:15:00Z",
    data: { readings: [reading] },
  },
  createRecordingUpload: {
    connection_id: reading.connection_id,
    day: "2026-03-01",
    size: 1_920_044,
  },
};
