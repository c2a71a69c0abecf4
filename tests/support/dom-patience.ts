import { configure } from "@testing-library/react";
import { patient } from "./patience.ts";

// By default `findBy…` and `waitFor` give up after a second. A busy machine may need longer.
configure({ asyncUtilTimeout: patient(10_000) });
