import { accountEndpoints } from "./accounts.ts";
import { agreementEndpoints } from "./agreements.ts";
import { approvalEndpoints } from "./approvals.ts";
import { auditEndpoints } from "./audit.ts";
import { botCheckEndpoints } from "./bot-check.ts";
import { calendarEndpoints } from "./calendar.ts";
import { confirmationEndpoints } from "./confirmation.ts";
import { contactEndpoints } from "./contacts.ts";
import { customerEndpoints } from "./customers.ts";
import { deviceEndpoints } from "./devices.ts";
import { documentEndpoints } from "./documents.ts";
import { factorEndpoints } from "./factors.ts";
import { floorEndpoints } from "./floor.ts";
import { giftEndpoints } from "./gifts.ts";
import { hoursEndpoints } from "./hours.ts";
import type { EndpointData } from "./http/endpoint.ts";
import { ingestEndpoints } from "./ingest.ts";
import { listingEndpoints } from "./listings.ts";
import { loginEndpoints } from "./logins.ts";
import { managerEndpoints } from "./managers.ts";
import { newsEndpoints } from "./news.ts";
import { payrollEndpoints } from "./payroll.ts";
import { phoneEndpoints } from "./phones.ts";
import { pictureEndpoints } from "./pictures.ts";
import { placeEndpoints } from "./places.ts";
import { presenceEndpoints } from "./presence.ts";
import { privacyEndpoints } from "./privacy.ts";
import { problemEndpoints } from "./problems.ts";
import { profileEndpoints } from "./profile.ts";
import { psychicEndpoints } from "./psychics.ts";
import { pushEndpoints } from "./push.ts";
import { questionEndpoints } from "./questions.ts";
import { readingEndpoints } from "./readings.ts";
import { scheduleEndpoints } from "./schedule.ts";
import { scheduleExceptionEndpoints } from "./schedule-exceptions.ts";
import { scheduledCallEndpoints } from "./scheduled-calls.ts";
import { sessionEndpoints } from "./sessions.ts";
import { signUpEndpoints } from "./sign-up.ts";
import { staffEndpoints } from "./staff.ts";
import { statisticsEndpoints } from "./statistics.ts";

/** Every endpoint group: the server, the OpenAPI document and the access matrix read this list. */
export const api = {
  psychics: psychicEndpoints,
  accounts: accountEndpoints,
  sessions: sessionEndpoints,
  confirmation: confirmationEndpoints,
  factors: factorEndpoints,
  devices: deviceEndpoints,
  readings: readingEndpoints,
  customers: customerEndpoints,
  approvals: approvalEndpoints,
  staff: staffEndpoints,
  managers: managerEndpoints,
  floor: floorEndpoints,
  news: newsEndpoints,
  audit: auditEndpoints,
  statistics: statisticsEndpoints,
  hours: hoursEndpoints,
  schedule: scheduleEndpoints,
  scheduleExceptions: scheduleExceptionEndpoints,
  presence: presenceEndpoints,
  calendar: calendarEndpoints,
  questions: questionEndpoints,
  listings: listingEndpoints,
  gifts: giftEndpoints,
  pictures: pictureEndpoints,
  profile: profileEndpoints,
  phones: phoneEndpoints,
  payroll: payrollEndpoints,
  privacy: privacyEndpoints,
  agreements: agreementEndpoints,
  signUp: signUpEndpoints,
  places: placeEndpoints,
  botCheck: botCheckEndpoints,
  contacts: contactEndpoints,
  scheduledCalls: scheduledCallEndpoints,
  logins: loginEndpoints,
  problems: problemEndpoints,
  push: pushEndpoints,
  ingest: ingestEndpoints,
  documents: documentEndpoints,
};

export const allEndpoints: [name: string, endpoint: EndpointData][] = Object.values(api).flatMap(
  (group) => Object.entries(group),
);
