import { answerWords, callAnswers } from "#shared/rules/call-answers.ts";

/** The buttons of a notification that asks about a booked call. */
export const answerButtons = callAnswers.map((action) => ({ action, title: answerWords(action) }));
