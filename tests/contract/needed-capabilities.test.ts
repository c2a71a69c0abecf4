import { expect, test } from "vitest";
import { api } from "#shared/api.ts";
import type { EndpointData } from "#shared/http/endpoint.ts";
import { capabilities, may, staffRoles } from "#shared/rules/staff.ts";

// access-matrix.test.ts checks that each endpoint enforces what it declares. This test checks what
// each endpoint declares, so that nobody opens one by accident.

/** Who may call the endpoints; `or self`: also the user whose id is in the path. */
const callers: Record<string, string> = {
  public: `
    signIn forgotPassword authorizePassword setPasswordUnchecked undoEmailChange
    signInWithCode getPasskeyChallenge signInWithPasskey disownSignIn getPicture
    createPsychic checkUsername checkPhonePin getPlace getBotCheck createContact getOpenApi
    getDocs getWebhookDocs getDocsFile getLiveness getReadiness openChat readCalendar`,
  signed: `
    ingestEvent createRecordingUpload uploadRecording`,
  "signed-in": `
    getSession getKeptKey signOut changePassword confirmSession getFactors beginPasskey
    addPasskey renamePasskey removePasskey beginCodeApp confirmCodeApp removeCodeApp
    makeRecoveryCodes listSessions endSession endOtherSessions getOwnProfile
    updateOwnProfile exportOwnData acceptAgreement getPushKey listSubscriptions
    createSubscription removeSubscription testPush getPushSettings updatePushSettings
    getCalendarAddress makeCalendarAddress removeCalendarAddress`,
  "see-psychics or self": `
    getAvailability getPsychic listReadings listCustomers listAdvisorCustomers
    listCustomerReadings listHistory notePsychicExport getPsychicStatistics getSchedule getExceptions
    listListings listEligibleCustomers listGifts getProfile listPhones listAgreements
    listScheduledCalls listLogins getTimeline getQuestions followNews getPsychicHours`,
  "edit-psychics or self": `
    setAvailability askPlatform updateSchedule updateExceptions submitListing
    removeRejectedListing sendGifts uploadPicture updateProfile savePhone preferPhone
    reportProblem answerCall`,
  "see-psychics": `
    listFloor getFloorDay followFloor listExceptions countBusy listPsychics listLinkedAccounts searchPsychics listApprovals countApprovals
    getOwnRole listManagers noteExport listStatistics getStatisticsSummary
    listDailyStatistics getGroupHours`,
  "change-status": `
    setAccountStatus setPermissions`,
  "edit-psychics": `
    setAutoEmail setAgentPassword resetPsychicFactors listPsychicSessions endPsychicSession
    endPsychicSessions reassign undoReassignment`,
  "manage-staff": `
    resetStaffFactors listStaff inviteStaff inviteStaffAgain setStaffRole shutOutStaff
    setAbsence removeAbsence listAssignmentRules setAssignmentRule`,
  "play-recordings": `
    getRecording`,
  "handle-applications": `
    setOwnAbsence removeOwnAbsence setOwnLanguages listContacts removeContact`,
  "see-audit": `
    listAudit`,
  "approve-content": `
    approveListing rejectListing approvePicture rejectPicture approveProfile rejectProfile`,
  "handle-payroll": `
    openSsn correctSsn makeTaxFile`,
  "erase-people": `
    listErasures erasePerson listKeptData`,
  "see-problems": `
    listProblems getProblem`,
};

/** What each role may do. */
const roles: Record<string, string> = {
  owner: `
    see-psychics add-psychics edit-psychics change-status approve-content see-pins
    play-recordings handle-applications see-problems handle-payroll manage-staff see-audit
    erase-people`,
  manager: `
    see-psychics add-psychics edit-psychics change-status approve-content see-pins
    play-recordings handle-applications see-problems`,
  recruiter: `
    see-psychics add-psychics change-status approve-content handle-applications`,
  payroll: `
    see-psychics handle-payroll`,
  viewer: `
    see-psychics`,
};

const wordsOf = (text: string) => text.trim().split(/\s+/);

const callersOf = ({ access, needs, signedBy }: EndpointData): string => {
  if (access === "public") return signedBy ? "signed" : "public";
  return needs ? `${needs}${access === "self-or-staff" ? " or self" : ""}` : access;
};

test("every endpoint is open to those who are named here, and to nobody else", () => {
  const declared: Record<string, string[]> = {};
  for (const group of Object.values(api)) {
    for (const [name, endpoint] of Object.entries(group as Record<string, EndpointData>)) {
      const who = callersOf(endpoint);
      declared[who] = [...(declared[who] ?? []), name];
    }
  }
  const sorted = (lists: Record<string, readonly string[]>) =>
    Object.fromEntries(Object.entries(lists).map(([who, names]) => [who, [...names].sort()]));
  const named = Object.fromEntries(
    Object.entries(callers).map(([who, names]) => [who, wordsOf(names)]),
  );
  expect(sorted(declared)).toEqual(sorted(named));
});

test("every role has the capabilities that are named here, and no other", () => {
  const granted = staffRoles.map((role) => [
    role,
    capabilities.filter((capability) => may(role, capability)),
  ]);
  const named = Object.entries(roles).map(([role, names]) => [role, wordsOf(names)]);
  expect(Object.fromEntries(granted)).toEqual(Object.fromEntries(named));
});
