import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { SignUpValues } from "./sign-up-values.ts";

/** An error that only the server can find. */
export interface Finding {
  field: keyof SignUpValues;
  message: string;
}

/** One page of the wizard. */
export interface Step {
  title: string;
  /** All its fields. An error in a field of another step is shown on that step. */
  fields: readonly (keyof SignUpValues)[];
  Fields: ComponentType;
  /** Help for the fields, beside the form. */
  Help?: ComponentType;
  /** The label of the button; default Next. */
  nextLabel?: string;
  /** Runs on Next, once the fields are valid. Null if all is well, or the server did not answer. */
  check?: (values: SignUpValues, queries: QueryClient) => Promise<Finding | null>;
}
