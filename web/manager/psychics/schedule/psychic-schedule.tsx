import { isEditable } from "#shared/rules/account.ts";
import { Schedule } from "#web/features/schedule/schedule.tsx";
import { PsychicFrame } from "../psychic-frame.tsx";

export function PsychicSchedule() {
  return (
    <PsychicFrame screen="Schedule">
      {(psychic) => (
        <Schedule
          id={psychic.user_id}
          locked={
            isEditable(psychic)
              ? undefined
              : "This account cannot be edited now, so its schedule cannot change."
          }
        />
      )}
    </PsychicFrame>
  );
}
