import { prune } from "../pruners.ts";
import { addIndexesJob } from "./add-indexes.ts";
import { assignContactsJob } from "./assign-contacts.ts";
import { closeLogins } from "./close-logins.ts";
import { countHoursJob } from "./count-hours.ts";
import { deliver } from "./deliver.ts";
import { deliverWaiting } from "./deliver-waiting.ts";
import { erase, eraseAgain } from "./erase.ts";
import type { AnyJob } from "./jobs.ts";
import { keepMonthsJob } from "./keep-months.ts";
import { moveRows } from "./move-rows.ts";
import { notify } from "./notify.ts";
import { refreshStatisticsJob } from "./refresh-statistics.ts";
import { remind } from "./remind.ts";
import { removePicture } from "./remove-picture.ts";
import { sendAccountNotice } from "./send-account-notice.ts";
import { sendContactMail } from "./send-contact-mail.ts";
import { sendEmailChangeMail } from "./send-email-change-mail.ts";
import { sendInvitationMail } from "./send-invitation-mail.ts";
import { sendLockedNotice } from "./send-locked-notice.ts";
import { sendProblemMail } from "./send-problem-mail.ts";
import { sendRecoveryMail } from "./send-recovery-mail.ts";
import { sendSignInNotice } from "./send-sign-in-notice.ts";
import { sendWelcomeMail } from "./send-welcome-mail.ts";

/** Every job of the portal. */
export const allJobs: readonly AnyJob[] = [
  sendRecoveryMail,
  sendWelcomeMail,
  sendInvitationMail,
  sendEmailChangeMail,
  sendAccountNotice,
  sendSignInNotice,
  sendLockedNotice,
  sendProblemMail,
  sendContactMail,
  refreshStatisticsJob,
  countHoursJob,
  closeLogins,
  deliver,
  deliverWaiting,
  removePicture,
  erase,
  eraseAgain,
  notify,
  remind,
  keepMonthsJob,
  moveRows,
  addIndexesJob,
  assignContactsJob,
  prune,
];
