import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { SignUpValues } from "./sign-up-values.ts";

/** What a step finds wrong that only the server knows. */
export interface Finding {
  field: keyof SignUpValues;
  message: string;
}

/** One page of the wizard. */
export interface Step {
  title: string;
  /** All of its fields: what belongs to another step is told there. */
  fields: readonly (keyof SignUpValues)[];
  Fields: ComponentType;
  /** What may help with them, beside the form. */
  Help?: ComponentType;
  /** What its button says: Next unless given. */
  nextLabel?: string;
  /** Asked on Next, once the fields are valid; null where nothing is wrong, or nobody could say. */
  check?: (values: SignUpValues, queries: QueryClient) => Promise<Finding | null>;
}
