interface Refusal {
  body: { errors?: { path: string; message: string }[] };
}

/** The field errors of a refusal, each as its path and its message. */
export const errorsOf = ({ body }: Refusal) =>
  body.errors?.map(({ path, message }) => [path, message]);
