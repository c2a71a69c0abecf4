import type { FileStore } from "#server/adapters/file-store.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import type { Random } from "./random.ts";
import type { PlannedReading } from "./readings/plan.ts";
import { softTones } from "./wave.ts";

/** The number of recordings of luna's latest calls, and of all other psychics' calls together. */
const wanted = { luna: 12, others: 13 };

/** Creates recordings of some of the latest calls, under the names that uploads of the platform get. */
export async function makeRecordings(
  files: FileStore,
  random: Random,
  readings: readonly PlannedReading[],
): Promise<void> {
  const calls = readings.filter(({ channel, minutes }) => channel === "Call" && minutes > 0);
  const ofLuna = ({ psychic }: PlannedReading) => psychic.username === "luna";
  const recorded = [
    ...calls.filter(ofLuna).slice(-wanted.luna),
    ...calls.filter((call) => !ofLuna(call)).slice(-wanted.others),
  ];
  for (const reading of recorded) {
    reading.hasRecording = true;
    const day = newYorkDay(reading.start).replaceAll("-", "");
    await files.write(`recordings/${day}/${reading.connectionId}.wav`, softTones(random));
  }
}
