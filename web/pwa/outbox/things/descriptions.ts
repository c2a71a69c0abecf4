export * as answer from "./answer-words.ts";
export * as exceptions from "./exceptions-words.ts";
export * as gift from "./gift-words.ts";
export * as listing from "./listing-words.ts";
export * as phones from "./phones-words.ts";
export * as problem from "./problem-words.ts";
export * as profile from "./profile-words.ts";
export * as schedule from "./schedule-words.ts";
