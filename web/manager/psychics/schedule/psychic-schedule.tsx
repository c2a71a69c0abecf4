import { isEditable } from "#shared/rules/account.ts";
import { useMay } from "#web/api/use-may.ts";
import { Schedule } from "#web/features/schedule/schedule.tsx";
import { type Psychic, PsychicFrame } from "../psychic-frame.tsx";
import { PsychicHours } from "./psychic-hours.tsx";

export function PsychicSchedule() {
  const mayEdit = useMay("edit-psychics");
  const lockOf = (psychic: Psychic) => {
    if (!mayEdit) return "Your role lets you see this schedule, but not change it.";
    if (isEditable(psychic)) return undefined;
    return "This account cannot be edited now, so its schedule cannot change.";
  };
  return (
    <PsychicFrame screen="Schedule">
      {(psychic) => (
        <>
          <Schedule id={psychic.user_id} locked={lockOf(psychic)} />
          <PsychicHours id={psychic.user_id} />
        </>
      )}
    </PsychicFrame>
  );
}
