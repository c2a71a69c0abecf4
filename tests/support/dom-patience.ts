import { configure } from "@testing-library/react";
import { patient } from "./patience.ts";

// By default `findBy…` and `waitFor` give up after a second, in which a busy machine shows nothing.
configure({ asyncUtilTimeout: patient(10_000) });
