import type pg from "pg";

/** The psychic's current state in the portal. */
export interface PsychicState {
  isActive: boolean;
  /** The availability; U if unknown. */
  code: string;
  /** Whether somebody is signed in to the portal as this psychic. */
  isSignedIn: boolean;
}

const shutOut: PsychicState = { isActive: false, code: "U", isSignedIn: false };

export type Roster = (psychicId: number) => PsychicState;

/**
 * Decisions in the portal override the plan: a psychic who is shut out or unavailable gets no calls.
 * The portal tells the real platform of both.
 */
export async function readRoster(pool: pg.Pool): Promise<Roster> {
  const { rows } = await pool.query<PsychicState & { id: number }>(
    `select p.user_id as id, p.account_status = 'Active' as "isActive",
            coalesce(a.code, 'U') as code,
            exists (select from logins l
                     where l.user_id = p.user_id and l.source = 'portal' and l.ended_at is null)
              as "isSignedIn"
       from psychics p left join availability a on a.psychic_id = p.user_id`,
  );
  const states = new Map(rows.map((row) => [row.id, row]));
  return (psychicId) => states.get(psychicId) ?? shutOut;
}

export function canTake({ isActive, code }: PsychicState, channel: "Call" | "Chat"): boolean {
  return isActive && (code === "A" || code === (channel === "Call" ? "P" : "C"));
}
