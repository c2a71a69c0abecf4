const part = String.raw`[^\s@,;:<>()[\]"\\]+`;
const pattern = new RegExp(`^${part}@${part}\\.${part}$`);

/** Whether a text looks like one address; whether somebody reads it, only a letter can tell. */
export const isEmail = (text: string): boolean => pattern.test(text);
