/** The most characters of a reason for a rejection. */
export const reasonAtMost = 500;
export const longReason = `Reason cannot exceed ${reasonAtMost} characters`;
