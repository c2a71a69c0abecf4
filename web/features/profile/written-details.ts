import { genders } from "#shared/reference/genders.ts";
import { languages as languageTable } from "#shared/reference/languages.ts";
import { zodiac as zodiacTable } from "#shared/reference/zodiac.ts";

type Id = string | number;

function nameIn(rows: readonly { id: Id; name: string }[], id: Id | null): string {
  return rows.find((row) => String(row.id) === String(id))?.name ?? "";
}

interface Details {
  zodiac: Id | null;
  gender: string;
  language: Id;
  languages: readonly Id[];
  experience: Id | null;
  credentials: readonly string[];
}

/** Describes the details that need approval, either the approved ones or those of the fields. */
export function writtenDetails({ experience, credentials, ...details }: Details) {
  const others = [...details.languages].map(String).sort();
  return {
    zodiac: nameIn(zodiacTable, details.zodiac),
    gender: nameIn(genders, details.gender),
    language: nameIn(languageTable, details.language),
    languages: others.map((id) => nameIn(languageTable, id)).join(", "),
    experience: experience === null ? "" : String(experience),
    credentials: credentials.filter((text) => text.trim() !== "").join(", "),
  };
}

/** Both kinds of languages in one: `English, also French`. */
export const writtenLanguages = ({ language, languages }: ReturnType<typeof writtenDetails>) =>
  languages ? `${language}, also ${languages}` : language;
