import { DetailsFields } from "../features/profile/details-fields.tsx";
import type { Step } from "./step.ts";

export const detailsStep: Step = {
  title: "Zodiac, Gender, Experience and Languages",
  fields: ["zodiac", "gender", "experience", "language", "languages", "credentials"],
  Fields: () => <DetailsFields />,
};
