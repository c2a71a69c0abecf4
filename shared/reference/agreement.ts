/** Which text of the psychic agreement a sign-up agrees to; raised with every change of it. */
export const agreementVersion = "2020-01";
