import { problemEndpoints } from "#shared/problems.ts";
import { defineThing, descriptions } from "./thing.ts";

export const problem = defineThing({
  name: "problem",
  title: "Problem report",
  screen: "/psychic/problem",
  edits: [problemEndpoints.reportProblem],
  creates: true,
  describe: async () => (await descriptions()).problem,
});
