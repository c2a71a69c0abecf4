import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { SignUpValues } from "./sign-up-values.ts";

/** Errors of a step that only the server can find. */
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
  /** Help for the fields, beside the form. */
  Help?: ComponentType;
  /** The label of the button; default Next. */
  nextLabel?: string;
  /** Asked on Next, once the fields are valid; null where nothing is wrong, or nobody could say. */
  check?: (values: SignUpValues, queries: QueryClient) => Promise<Finding | null>;
}
