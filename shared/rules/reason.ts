/** Why something was rejected: how long it may be, in characters. */
export const reasonAtMost = 500;
export const longReason = `Reason cannot exceed ${reasonAtMost} characters`;
